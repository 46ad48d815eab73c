import { brandColors, grounds, hexOf } from '#api/website/appearance/contract/colors.ts'
import { Field } from '../ui/form/Field.tsx'
import styles from './Appearance.module.css'
import type { Values } from './values.ts'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** What the color does: buttons in it, and links; both may have to differ to be seen or read. */
function Outcome({ values: { brand_color, look, scheme } }: { values: Values }) {
  const color = brand_color.toLowerCase()
  const { light, dark } = brandColors(color, look)
  const pages = [
    ...(scheme === 'dark' ? [] : [{ on: 'light' as const, word: 'darker', ...light }]),
    ...(scheme === 'light' ? [] : [{ on: 'dark' as const, word: 'lighter', ...dark }]),
  ]
  const buttons = pages.filter(({ fill }, n) => n === 0 || fill.fill !== color)
  const links = pages
    .filter(({ accent }) => accent !== color)
    .map(({ on, word }) => `${word} on ${on} pages`)
  return (
    <>
      <ul className={styles.swatches} aria-label="What the color does">
        {buttons.map(({ on, fill: { fill, onFill, border } }, n) => (
          <li
            key={on}
            className={styles.buttonSwatch}
            style={{ background: fill, color: onFill, borderColor: border ?? fill }}
          >
            {n === 0 ? 'Button' : `Button on ${on}`}
          </li>
        ))}
        {pages.map(({ on, accent }) => (
          <li key={on} style={{ background: hexOf(grounds[look][on].paper), color: accent }}>
            Link on {on}
          </li>
        ))}
      </ul>
      <p className="help" role="status">
        {buttons.some(({ fill }) => fill.fill !== color)
          ? lighter(scheme === 'dark')
          : exact(links)}
      </p>
    </>
  )
}

/** Where a button has to be lighter on dark pages, so has a link, and neither on light ones. */
const lighter = (isAlwaysDark: boolean) =>
  isAlwaysDark
    ? 'Buttons and links are lighter than this color, so that they can be seen.'
    : 'Buttons and links have exactly this color; on dark pages they are lighter, so that they can be seen.'

const exact = (links: string[]) =>
  links.length
    ? `Buttons have exactly this color. Links are ${links.join(' and ')}, so that they can be read.`
    : 'Buttons and links have exactly this color.'

/** The brand color: the browser's color picker, and the value as text. */
export function ColorField({
  values,
  error,
  onChange,
}: {
  values: Values
  error: string | undefined
  onChange: (color: string) => void
}) {
  const { brand_color } = values
  return (
    <div className="stack gap-2">
      <Field label="Brand color" htmlFor="brand_color" error={error}>
        {(control) => (
          <div className={`line ${styles.color}`}>
            <input
              type="color"
              aria-label="Choose the brand color"
              value={isColor(brand_color) ? brand_color.toLowerCase() : '#000000'}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <input
              {...control}
              className="input"
              value={brand_color}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              onChange={(event) => onChange(withHash(event.currentTarget.value.trim()))}
            />
          </div>
        )}
      </Field>
      {isColor(brand_color) && <Outcome values={values} />}
    </div>
  )
}

/** Pasted without it, as design tools copy it. */
const withHash = (text: string) => (/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text)
