// score.jsx -- points: the strip of a sheet as it grows, and the rubber stamp of a result.
import { num, t } from "../words/i18n.js";

/** rows: [[label, points, key], ...]; the total comes last. onAsk(key): what is this?
 * @param {{rows: any[][], total: number, label?: string, onAsk?: (key: string) => void}} props */
export function Strip({ rows, total, label, onAsk }) {
  return (
    <dl class="strip" aria-label={label ?? t("Your score so far")}>
      {rows.map(([name, points, key]) => (
        <div key={name}>
          <dt>
            {onAsk ? (
              <button type="button" class="ask" aria-haspopup="dialog" onClick={() => onAsk(key)}>
                {name}
              </button>
            ) : (
              name
            )}
          </dt>
          <dd>{num(points)}</dd>
        </div>
      ))}
      <div class="sum">
        <dt>{t("Total")}</dt>
        <dd>{num(total)}</dd>
      </div>
    </dl>
  );
}

/** A rubber stamp: words on an arc above, a number in the middle, words below. more: a word or two below the number.
 * @param {{top: string, middle: string, bottom: string, picture: string, more?: string | null}} props */
export function Rubber({ top, middle, bottom, picture, more }) {
  const small = (text, size) => Math.min(size, Math.round((size * 17) / Math.max(text.length, 1)));
  return (
    <svg class="rubber just-stamped" viewBox="0 0 200 200" role="img" aria-label={[top, middle, more, bottom].filter(Boolean).join(" ")}>
      <defs>
        <path id="arc-top" d="M30 100a70 70 0 0 1 140 0" />
        <path id="arc-below" d="M20 100a80 80 0 0 0 160 0" />
      </defs>
      <g transform="rotate(-9 100 100)">
        <g fill="none" stroke="currentColor">
          <circle cx="100" cy="100" r="94" stroke-width="5" />
          <circle cx="100" cy="100" r="86" stroke-width="1.8" />
          <circle cx="100" cy="100" r="57" stroke-width="1.8" />
        </g>
        <text font-size={small(top, 19)} letter-spacing="2.5">
          <textPath href="#arc-top" startOffset="50%" text-anchor="middle">
            {top}
          </textPath>
        </text>
        <text font-size={small(bottom, 17)} letter-spacing="2">
          <textPath href="#arc-below" startOffset="50%" text-anchor="middle">
            {bottom}
          </textPath>
        </text>
        <use href={`#${picture}`} x="74" y={more ? 47 : 52} width="52" height="52" />
        <text x="100" y={more ? 130 : 138} font-size="34" text-anchor="middle">
          {middle}
        </text>
        {more && (
          <text x="100" y="146" font-size={Math.min(15, Math.round(140 / more.length))} text-anchor="middle">
            {more}
          </text>
        )}
        <path d="M34 100l5-5 5 5-5 5zM156 100l5-5 5 5-5 5z" fill="currentColor" />
      </g>
    </svg>
  );
}
