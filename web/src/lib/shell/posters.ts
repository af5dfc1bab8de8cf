/** Cards whose faces are too heavy for the first screen: the build makes pictures of them, `/covers/….svg`. */
export const POSTERS: Readonly<Record<string, readonly string[]>> = { photo_rummy: ['london-letterbox', 'paris-sight', 'rome-church'] };
