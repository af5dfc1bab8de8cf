/** Puts a game's shared drawings into the document once; cards then refer to them with `<use>`. */
export function mountSprite(id: string, drawings: string): void {
  if (document.getElementById(id)) return;
  const holder = document.createElement('div');
  holder.innerHTML = `<svg id="${id}" width="0" height="0" aria-hidden="true" style="position:absolute">${drawings}</svg>`;
  document.body.prepend(holder.firstElementChild!);
}

/** One drawing of a sprite. */
export const symbol = (id: string, viewBox: string, content: string): string =>
  `<symbol id="${id}" viewBox="${viewBox}">${content}</symbol>`;
