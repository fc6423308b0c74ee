#!/usr/bin/env python3
"""Counts what one `meson test` did, for tools/test.

usage: tally.py BUILD TOTALS LABEL

Prints the output of the tests that failed and one line with the counts; adds
`PASSED FAILED` as a line to the file TOTALS. The cases of a Check program
count one by one."""
import json
import os
import sys
import xml.etree.ElementTree as xml

GOOD = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}


def cases(logs):
    """Passed and failed cases of each program that reported several: {name: (passed, failed)}."""
    found = {}
    for suite in xml.parse(os.path.join(logs, "testlog.junit.xml")).getroot():
        name = suite.get("name").split(".", 1)[-1].rsplit(" / ", 1)[-1]
        all_cases = suite.findall("testcase")
        bad = sum(1 for c in all_cases if c.find("failure") is not None or c.find("error") is not None)
        skipped = sum(1 for c in all_cases if c.find("skipped") is not None)
        found[name] = (len(all_cases) - bad - skipped, bad)
    return found


def report(test):
    """What a failed test said: of a Check program only the cases that failed."""
    text = test.get("stdout", "")
    wrong = [line for line in text.splitlines() if line.startswith("not ok")]
    print(f"-- {test['name']}: {test['result'].lower()}, exit status {test['returncode']}")
    print("\n".join(wrong or text.splitlines()[-60:]))
    print("\n".join(test.get("stderr", "").splitlines()[-60:]))


def main():
    build, totals, label = sys.argv[1:]
    logs = os.path.join(build, "meson-logs")
    passed = failed = skipped = 0
    several = cases(logs)
    with open(os.path.join(logs, "testlog.json"), encoding="utf-8") as f:
        for line in f:
            test = json.loads(line)
            name = test["name"].rsplit(" / ", 1)[-1]
            good = test["result"] in GOOD
            if test["result"] in SKIPPED:
                skipped += 1
                continue
            ok, bad = several.get(name, (0, 0))
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
