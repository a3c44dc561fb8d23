/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions that no file may call; the makefile puts this before each of them (-include), behind
 * the system headers that declare them. lib/num.c alone may turn text into numbers.
 */
#ifndef LIB_BANNED_H
#define LIB_BANNED_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>

#pragma GCC poison strcpy strcat strncpy strncat strtok strtok_r sprintf vsprintf gets
#pragma GCC poison atoi atol atof setlocale gmtime localtime ctime asctime
#ifndef NUM_C
#pragma GCC poison strtod strtol strtoll strtoul strtoull
#endif

#endif
