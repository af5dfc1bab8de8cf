/** What a review's numbers allow to be said of a choice: nothing that its error bar would swallow. */
import type { StepShown } from '../api/types';
import { CLEAR } from './numbers';

const sure = ({ interval }: StepShown): number => Math.max(CLEAR, interval);

/** A choice that was clearly worse than the evaluator's. */
export const isMistake = (step: StepShown): boolean =>
  step.kind === 'decision' && step.best !== null && step.delta < -sure(step);

/** A choice that was clearly better than the evaluator's. */
export const isBetter = (step: StepShown): boolean =>
  step.kind === 'decision' && step.best !== null && step.delta > sure(step);

/** Whether the better move of a step in a list has a kind of reason that was given there before. */
export const isToldAgain = (list: readonly StepShown[], at: number): boolean =>
  list.slice(0, at).some(({ why }) => why !== null && why === list[at]?.why);

/** How a step changed the chances of a seat. */
export function swingOf(steps: readonly StepShown[], step: StepShown, seat: number): number {
  const before = steps[steps.findIndex(({ entry }) => entry === step.entry) - 1];
  const now = step.value[seat] ?? 0;
  return before ? now - (before.value[seat] ?? now) : 0;
}

/** The choice of a seat that did most for it and was no mistake; none where nothing did much. */
export function bestOf(steps: readonly StepShown[], seat: number): StepShown | null {
  const good = steps
    .filter((step) => step.seat === seat && step.kind === 'decision' && !isMistake(step))
    .map((step) => ({ step, gain: Math.max(swingOf(steps, step, seat), step.delta) }))
    .sort((a, b) => b.gain - a.gain)[0];
  return good && good.gain > CLEAR ? good.step : null;
}

const MAX_TOLD = 5;

/** The clear mistakes of a seat that cost most, in the order of the match. */
export const costliestOf = (steps: readonly StepShown[], seat: number): StepShown[] =>
  steps
    .filter((step) => step.seat === seat && isMistake(step))
    .sort((a, b) => a.delta - b.delta)
    .slice(0, MAX_TOLD)
    .sort((a, b) => a.entry - b.entry);
