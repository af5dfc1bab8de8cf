/** How many tables wait for me: on the icon of the app, where the browser shows that. */

const counts = { elsewhere: 0, here: 0 };

/** `elsewhere`: as the list of my tables says; `here`: at the table that is open in this tab. */
export function showBadge(change: Partial<typeof counts>): void {
  Object.assign(counts, change);
  if (!('setAppBadge' in navigator)) return;
  const count = Math.max(counts.elsewhere, counts.here);
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
