import { brandColors } from '#api/website/appearance/contract/colors.ts'
import { Field } from '../ui/form/Field.tsx'
import styles from './Appearance.module.css'
import type { Values } from './values.ts'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

const wordsFor = {
  darker: 'On light pages, links and buttons are darker than this, so that they can be read.',
  lighter: 'We lighten it in dark mode for readability.',
}

function Outcome({ values: { brand_color, look, scheme } }: { values: Values }) {
  const colors = brandColors(brand_color.toLowerCase(), look)
  const shown = [
    { label: 'As chosen', color: colors.brand },
    ...(scheme === 'dark' ? [] : [{ label: 'On light', color: colors.light.accent }]),
    ...(scheme === 'light' ? [] : [{ label: 'On dark', color: colors.dark.accent }]),
  ]
  const { light, dark } = colors.shift
  const sentences = [
    ...(light && scheme !== 'dark' ? [wordsFor[light]] : []),
    ...(dark && scheme !== 'light' ? [wordsFor[dark]] : []),
  ]
  return (
    <>
      <ul className={styles.swatches}>
        {shown.map(({ label, color }) => (
          <li key={label}>
            <span className={styles.swatch} style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
      <p className="help" role="status">
        {sentences.join(' ') || 'Links and buttons have this color as it is.'}
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
