/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every file may use: compiler attributes and sizes.
 * Layer: lib, below everything.
 */
#ifndef LIB_BASE_H
#define LIB_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NODISCARD       __attribute__((warn_unused_result))
#define PRINTF(fmt, va) __attribute__((format(printf, fmt, va)))

#define ARRAY_SIZE(a)                   (sizeof(a) / sizeof((a)[0]))
#define CONTAINER_OF(ptr, type, member) ((type *)(void *)((char *)(ptr)-offsetof(type, member)))

#define KiB ((size_t)1024)
#define MiB (1024 * KiB)
#define GiB (1024 * MiB)

#endif
