/** The path prefix under which a proxy shows this server, such as `/cards`; mostly there is none. */
const root = document.querySelector<HTMLMetaElement>('meta[name="quartett-root"]')?.content ?? '';

/** An address of this server as the browser needs it. */
export const to = (path: string): string => root + path;

/** The address without the prefix; null for one that is not of this server. */
export function within(path: string): string | null {
  if (root === '' || path === root) return path.slice(root.length) || '/';
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}
