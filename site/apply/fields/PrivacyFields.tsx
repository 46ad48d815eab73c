import { around } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import styles from '../ApplicationForm.module.css'

export type FormPrivacy = {
  /** The privacy notice; `version` names its wording. */
  notice?: { href: string; version: string } | undefined
  /** Being kept for later openings, up to the day `until`. */
  consent?: { until: string; label: string } | undefined
}

/** What is said of privacy above the button. The box is unticked: consent must be given. */
export function PrivacyFields({
  words,
  notice,
  consent,
  isChecked,
}: FormPrivacy & { words: Words['form']; isChecked: boolean }) {
  const { before, after } = around(words.readNotice, 'notice')
  return (
    <>
      {consent && (
        <label className={styles.consent}>
          <input
            type="checkbox"
            name="keep_until"
            value={consent.until}
            defaultChecked={isChecked}
          />
          <span>
            {consent.label} <span className="optional">{words.optional}</span>
          </span>
        </label>
      )}
      {notice && (
        <p className={styles.notice}>
          <input type="hidden" name="privacy_notice" value={notice.version} />
          {before}
          {/* Opens a new tab: the form keeps its input. */}
          <a href={notice.href} target="_blank" rel="noopener">
            {words.notice}
          </a>
          {after}
        </p>
      )}
    </>
  )
}
