#!/usr/bin/env python3
"""Counts what one `meson test` did, for tools/test.

usage: tally.py BUILD TOTALS LABEL
       tally.py --failed BUILD SUITE

Prints the output of the tests that failed and one line with the counts; adds
`PASSED FAILED` as a line to the file TOTALS. The cases of a Check program
count one by one. Tests that were run a second time (again.json) count as they
did then. --failed: only the names of the failed tests of a suite."""
import json
import os
import re
import sys
import xml.etree.ElementTree as xml

GOOD = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}
REASON = re.compile(r" *(not ok|error:|expected:|actual:|location:)|\s+(waiting for|- waiting|Timeout|locator)")


def results(logs, base):
    """What each test did: {name: test}. None did if there is no such log."""
    try:
        with open(os.path.join(logs, base + ".json"), encoding="utf-8") as f:
            return {test["name"]: test for test in map(json.loads, f)}
    except FileNotFoundError:
        return {}


def cases(logs, base):
    """Passed and failed cases of each program that reported several: {name: (passed, failed)}."""
    found = {}
    path = os.path.join(logs, base + ".junit.xml")
    if not os.path.exists(path):
        return found
    with open(path, encoding="utf-8", errors="replace") as f:
        text = re.sub("[\x00-\x08\x0b-\x1f]", "", f.read())  # colours in a message are no XML
    for suite in xml.fromstring(text):
        name = suite.get("name").split(".", 1)[-1].rsplit(" / ", 1)[-1]
        all_cases = suite.findall("testcase")
        bad = sum(1 for c in all_cases if c.find("failure") is not None or c.find("error") is not None)
        skipped = sum(1 for c in all_cases if c.find("skipped") is not None)
        found[name] = (len(all_cases) - bad - skipped, bad)
    return found


def report(test):
    """What a failed test said: of TAP only the cases that failed, and node's reasons."""
    text = re.sub("\x1b\\[[0-9;]*m", "", test.get("stdout", ""))
    wrong = [line for line in text.splitlines() if REASON.match(line)]
    print(f"-- {test['name']}: {test['result'].lower()}, exit status {test['returncode']}")
    print("\n".join(wrong or text.splitlines()[-60:]))
    print("\n".join(test.get("stderr", "").splitlines()[-60:]))


def main():
    if sys.argv[1] == "--failed":
        for name, test in results(os.path.join(sys.argv[2], "meson-logs"), "testlog").items():
            suite, short = name.rsplit(" / ", 1)
            if suite.endswith(":" + sys.argv[3]) and test["result"] not in GOOD | SKIPPED:
                print(short)
        return
    build, totals, label = sys.argv[1:]
    logs = os.path.join(build, "meson-logs")
    passed = failed = skipped = 0
    again, several = results(logs, "again"), cases(logs, "testlog") | cases(logs, "again")
    for name, test in results(logs, "testlog").items():
        if name in again:
            print("failed at first, and was run once more:")
            report(test)
            test = again[name]
        good = test["result"] in GOOD
        if test["result"] in SKIPPED:
            skipped += 1
            continue
        ok, bad = several.get(name.rsplit(" / ", 1)[-1], (0, 0))
        if ok + bad == 0:
            ok, bad = (1, 0) if good else (0, 1)
        elif not good and bad == 0:
            bad = 1  # all cases passed, but then the program went wrong
        passed, failed = passed + ok, failed + bad
        if not good:
            report(test)
    print(f"{label}: {passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    with open(totals, "a", encoding="utf-8") as f:
        f.write(f"{passed} {failed}\n")


main()
