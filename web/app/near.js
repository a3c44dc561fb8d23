// SPDX-License-Identifier: GPL-2.0-or-later
// @ts-check
/** What waits until the reader comes near it. */

const AHEAD = "300px 0px"; /* of the window, so that it is there when it is seen */

/**
 * Acts once, when an element that is on the page comes near what the window shows.
 * @param {Element} element
 * @param {() => void} act
 */
export function whenNear(element, act) {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      act();
    },
    { rootMargin: AHEAD },
  );
  watcher.observe(element);
}
