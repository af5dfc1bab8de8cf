/** Short messages that come and go. */
export type ToastKind = 'info' | 'good' | 'bad';
export interface ToastAction {
  label: string;
  onpress: () => void;
}
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action: ToastAction | undefined;
  /** nobody has to answer: it lies where nothing else is pressed */
  offer: boolean;
}

let list = $state.raw<readonly Toast[]>([]);
let last = 0;

export const toasts = (): readonly Toast[] => list;

/** Shows a message for a while; an equal one that is still there is not shown twice. */
export function toast(
  text: string,
  kind: ToastKind = 'info',
  milliseconds = 5000,
  action?: ToastAction,
): void {
  show({ kind, text, action, offer: false }, milliseconds);
}

/** Offers something for a while, out of everybody's way. */
export function offer(text: string, action: ToastAction, milliseconds: number): void {
  show({ kind: 'info', text, action, offer: true }, milliseconds);
}

function show(message: Omit<Toast, 'id'>, milliseconds: number): void {
  const id = ++last;
  list = [...list.filter(({ text }) => text !== message.text), { id, ...message }].slice(-3);
  setTimeout(() => dismiss(id), milliseconds);
}

export function dismiss(id: number): void {
  list = list.filter((other) => other.id !== id);
}

/** A refusal or an offer is settled once something was done. */
export function dismissSettled(): void {
  list = list.filter(({ kind, action }) => kind !== 'bad' && !action);
}

/** Takes everything away that is still said. */
export function dismissAll(): void {
  list = [];
}
