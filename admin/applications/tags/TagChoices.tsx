import type { Tag } from '../../tags/queries.ts'
import { TagLabel } from '../../tags/TagLabel.tsx'
import styles from './Tags.module.css'

/** Check boxes, one for each tag. */
export const TagChoices = ({
  legend,
  tags,
  chosen,
  onChange,
}: {
  legend: string
  tags: readonly Tag[]
  chosen: readonly number[]
  onChange: (id: number, isChosen: boolean) => void
}) => (
  <fieldset className={styles.choices}>
    <legend className="label">{legend}</legend>
    <div className={styles.scrolled}>
      {tags.map((tag) => (
        <label key={tag.id} className={`row ${styles.choice}`}>
          <input
            type="checkbox"
            checked={chosen.includes(tag.id)}
            onChange={({ target }) => onChange(tag.id, target.checked)}
          />
          <TagLabel tag={tag} />
        </label>
      ))}
    </div>
  </fieldset>
)

/** The choices with one more, or one less. */
export const withChoice = (chosen: readonly number[], id: number, isChosen: boolean) =>
  isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)
