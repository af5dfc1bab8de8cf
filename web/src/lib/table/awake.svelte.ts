/** Keeps the screen from going dark while a match runs: call once in a component's script. */
export function stayAwake(wanted: () => boolean): void {
  $effect(() => {
    if (!wanted() || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const hold = async () => {
      // the browser lets go of it whenever the page is hidden, and refuses it while it is
      if (document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (over) void held?.release();
      else lock = held;
    };
    const again = () => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  });
}
