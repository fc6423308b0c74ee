/* build.h -- the name of this build. States and move numbers are private to a build: a program that gets some
 * from outside (a page from a server, a game that was kept) compares names first. Text, records and
 * lines of moves, is understood by all. */
#ifndef CORE_BUILD_H
#define CORE_BUILD_H

/* 16 hex digits: a hash of what decides their meaning. build_id.c is made by tools/build_id.py. */
extern const char build_id[17];

#endif
