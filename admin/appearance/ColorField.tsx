import { brandColors, grounds, hexOf } from '#api/website/appearance/contract/colors.ts'
import { Field } from '../ui/form/Field.tsx'
import styles from './Appearance.module.css'
import type { Values } from './values.ts'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** What the color does: a button in it, and links, which may have to differ to be legible. */
function Outcome({ values: { brand_color, look, scheme } }: { values: Values }) {
  const color = brand_color.toLowerCase()
  const { light, dark } = brandColors(color, look)
  const { fill, onFill, border } = (scheme === 'dark' ? dark : light).fill
  const links = [
    ...(scheme === 'dark' ? [] : [{ on: 'light' as const, text: light.accent, word: 'darker' }]),
    ...(scheme === 'light' ? [] : [{ on: 'dark' as const, text: dark.accent, word: 'lighter' }]),
  ]
  const shifted = links
    .filter(({ text }) => text !== color)
    .map(({ on, word }) => `${word} on ${on} pages`)
  return (
    <>
      <ul className={styles.swatches} aria-label="What the color does">
        <li
          className={styles.buttonSwatch}
          style={{ background: fill, color: onFill, borderColor: border ?? fill }}
        >
          Button
        </li>
        {links.map(({ on, text }) => (
          <li key={on} style={{ background: hexOf(grounds[look][on].paper), color: text }}>
            Link on {on}
          </li>
        ))}
      </ul>
      <p className="help" role="status">
        {shifted.length
          ? `Buttons have exactly this color. Links are ${shifted.join(' and ')}, so that they can be read.`
          : 'Buttons and links have exactly this color.'}
      </p>
    </>
  )
}

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
