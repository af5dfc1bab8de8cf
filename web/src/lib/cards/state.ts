/** What a card shows of itself beyond its face. */
export type CardState = 'playable' | 'selected' | 'pending' | 'refused' | 'new' | 'hinted';
