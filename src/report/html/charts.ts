import { OUTCOMES, type OutcomeKind } from '../../core/outcome.ts';
import type { Timeline } from '../timeline.ts';
import { html, type Markup } from './markup.ts';

/** Bars are drawn in hundredths of what is widest; text stays outside, so that it never shrinks with the drawing. */
const WIDE = 100;

/** The class a bar is coloured by. */
type Tone = OutcomeKind | 'faint' | 'calm';

interface Length {
  readonly value: number;
  readonly tone: Tone;
}

const hundredths = (value: number, most: number): number =>
  most > 0 ? Math.round((value / most) * WIDE * 100) / 100 : 0;

/** Lengths over each other, the first at the back. The numbers stand beside it as text. */
export const bar = (lengths: readonly Length[], most: number): Markup =>
  html`<svg viewBox="0 0 ${WIDE} 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${lengths.map(
    ({ value, tone }) => html`<rect class="${tone}" width="${hundredths(value, most)}" height="10"/>`,
  )}</svg>`;

/** One bar that is the whole, in shares. */
export function shares(parts: readonly Length[], label: string): Markup {
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  let at = 0;
  const rects = parts.map(({ value, tone }) => {
    const width = hundredths(value, all);
    const rect = html`<rect class="${tone}" x="${at}" width="${width}" height="10"/>`;
    at = Math.round((at + width) * 100) / 100;
    return rect;
  });
  return html`<svg class="whole" viewBox="0 0 ${WIDE} 10" preserveAspectRatio="none" role="img" aria-label="${label}">${rects}</svg>`;
}

const swatch = (tone: Tone): Markup =>
  html`<svg viewBox="0 0 10 10" aria-hidden="true" focusable="false"><rect class="${tone}" width="10" height="10"/></svg>`;

export const key = (tones: readonly { readonly tone: Tone; readonly text: string }[]): Markup =>
  html`<ul class="key">${tones.map(({ tone, text }) => html`<li>${swatch(tone)}${text}</li>`)}</ul>`;

interface Columns {
  readonly timeline: Timeline;
  readonly series: readonly { readonly counts: readonly number[]; readonly tone: Tone }[];
  readonly label: string;
  /** How a height is written beside the axis. */
  readonly show: (value: number) => string;
  readonly endText: string;
}

const HIGH = 100;

/** Columns over time, stacked in the order of `series`. */
export function columns({ timeline, series, label, show, endText }: Columns): Markup {
  const steps = timeline.bytes.length;
  const heights = Array.from({ length: steps }, (_, step) =>
    series.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0),
  );
  const most = Math.max(1, ...heights);
  const rects = heights.flatMap((_, step) => {
    let top = HIGH;
    return series.flatMap(({ counts, tone }) => {
      const high = Math.round(((counts[step] ?? 0) / most) * HIGH * 100) / 100;
      if (high === 0) return [];
      top = Math.round((top - high) * 100) / 100;
      return [html`<rect class="${tone}" x="${step + 0.06}" y="${top}" width="0.88" height="${high}"/>`];
    });
  });
  return html`<div class="chart">
<div class="y" aria-hidden="true"><span>${show(most)}</span><span>0</span></div>
<svg viewBox="0 0 ${Math.max(steps, 12)} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${label}">${rects}</svg>
<div class="x" aria-hidden="true"><span>first outcome</span><span>${endText} later</span></div>
</div>`;
}

/** Outcomes that occur, best at the bottom. */
export const outcomesIn = (timeline: Timeline): readonly OutcomeKind[] =>
  OUTCOMES.filter((outcome) => timeline.outcomes[outcome].some((count) => count > 0));
