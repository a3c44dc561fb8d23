/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Folded text, the input of flame graph scripts: "outermost;...;leaf WEIGHT" a line.
 * Layer: lib, above calltree.
 */
#ifndef LIB_FOLDED_H
#define LIB_FOLDED_H

#include "lib/buf.h"
#include "lib/calltree.h"

/* Takes lines, with their "\n", as they are made. */
struct folded_writer {
	enum err (*write)(struct folded_writer *writer, struct slice lines, struct error *err);
};

/*
 * All stacks in byte order of their text, which is that of Perl's sort; weights are counts. The
 * task of a root is the outermost frame: no two roots may have the same. Names must hold no ';' and
 * no "\n".
 */
NODISCARD enum err folded_print(const struct calltree *tree, struct folded_writer *writer,
				struct error *err);

#endif
