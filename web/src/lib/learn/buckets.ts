/** Scores put together so that a few bars show them all. */
export interface Bar {
  from: number;
  to: number;
  count: number;
}

const MOST_BARS = 12;

/** Bars from the lowest to the highest score; further scores (one's own, hard's) have their place too. */
export function bucketed(
  results: readonly { score: number; count: number }[],
  others: readonly (number | null)[],
): Bar[] {
  const scores = [
    ...results.map(({ score }) => score),
    ...others.filter((score): score is number => score !== null),
  ];
  if (scores.length === 0) return [];
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const width = Math.ceil((high - low + 1) / MOST_BARS);
  const bars = Math.ceil((high - low + 1) / width);
  return Array.from({ length: bars }, (_, i) => {
    const from = low + i * width;
    const to = from + width - 1;
    const count = results.reduce(
      (sum, each) => sum + (each.score >= from && each.score <= to ? each.count : 0),
      0,
    );
    return { from, to, count };
  });
}
