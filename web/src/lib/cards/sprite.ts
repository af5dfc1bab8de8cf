/** Puts a game's shared drawings into the document once; cards then refer to them with `<use>`. */
export function mountSprite(id: string, drawings: string): void {
  if (document.getElementById(id)) return;
  const holder = document.createElement('div');
  holder.innerHTML = `<svg id="${id}" width="0" height="0" aria-hidden="true">${withoutStyle(drawings)}</svg>`;
  const sprite = holder.firstElementChild as SVGElement;
  sprite.style.position = 'absolute';
  document.body.prepend(sprite);
}

/** The page allows no style elements; a drawing's rules go to the document in the way that is allowed. */
function withoutStyle(drawings: string): string {
  return drawings.replace(/<style>([^]*?)<\/style>/g, (_, rules: string) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    return '';
  });
}

/** One drawing of a sprite. */
export const symbol = (id: string, viewBox: string, content: string): string =>
  `<symbol id="${id}" viewBox="${viewBox}">${content}</symbol>`;
