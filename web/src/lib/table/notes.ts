/** What happens around a match and is no event of it: somebody is gone, time ran out, a move was taken back. */
import { t } from '../i18n/index.svelte';

/** What is said of others, and to whom it happened. */
const WORDS = {
  late: ['clock.ran_out', 'clock.ran_out.you'],
  undone: ['undo.done', 'undo.done.you'],
  missed: ['absent.missed', 'absent.missed'],
  back: ['absent.back', 'absent.back'],
} as const;

export interface Note {
  what: keyof typeof WORDS;
  seat: number;
  /** after how many events of the match */
  at: number;
}

/** A line of the log. */
interface Entry {
  key: string | number;
  text: string;
  seat: number | null;
}

interface Readers {
  players: readonly { seat: number; name: string; self: boolean }[];
}

/** A note in the reader's words. */
export function noteText({ what, seat }: Note, { players }: Readers): string {
  const player = players.find((each) => each.seat === seat);
  return t(WORDS[what][player?.self ? 1 : 0], { name: player?.name ?? '' });
}

/** The log with its notes, each where it happened. */
export function withNotes(lines: readonly Entry[], notes: readonly Note[], readers: Readers): Entry[] {
  const told = notes.map((note, i) => ({
    at: note.at - 0.5,
    entry: { key: `note-${i}`, text: noteText(note, readers), seat: note.seat },
  }));
  return [...lines.map((entry) => ({ at: Number(entry.key), entry })), ...told]
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
