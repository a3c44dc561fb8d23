// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What was found is in the page as served; here another search may begin. */
import { finder } from "./finder.js";

finder();
