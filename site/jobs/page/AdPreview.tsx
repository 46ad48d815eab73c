import type { PreviewedAd } from '#admin/jobs/preview/previewed-ad.ts'
import { RichText } from '#admin/ui/RichText.tsx'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { isAdText } from '#api/website/blocks/contract/page-text.ts'
import { usePreviewed } from '../../lib/use-previewed.ts'
import styles from './AdPreview.module.css'
import { factRows } from './facts.ts'
import ad from './JobAd.module.css'

type Props = { words: Words; language: string; timeZone: string }

/** Shows the ad of the job in the job editor, which is this frame's parent. */
export default function AdPreview(site: Props) {
  const job = usePreviewed<PreviewedAd>()
  if (!job) return null
  const { words, language } = site
  const { contact_name: name, contact_text: contact } = job
  const sections = [
    [words.job.description, job.description],
    [words.job.requirements, job.requirements],
  ] as const
  return (
    // A link would lead the frame away from the preview.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps links from opening
    <div onClick={(event) => event.preventDefault()}>
      <h1 className={ad.title} dir="auto" lang={job.language ?? undefined}>
        {job.title}
      </h1>
      <section className={`${ad.panel} ${styles.panel}`}>
        <dl className={ad.facts}>
          {factRows(job, site).map(({ label, texts }) => (
            <div key={label}>
              <dt>{label}</dt>
              {texts.map((text) => (
                <dd key={text} dir="auto">
                  {text}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        <span className={`button primary ${styles.apply}`}>{words.job.apply}</span>
        {(name || contact) && (
          <div className={ad.contact}>
            <h2>{name ? say(words.job.contactBy, { name }, language) : words.job.contact}</h2>
            {contact && <p dir="auto">{contact}</p>}
          </div>
        )}
      </section>
      {sections.map(
        ([heading, html]) =>
          html && (
            <section key={heading} className={ad.section}>
              <h2>{heading}</h2>
              <div lang={job.language ?? undefined}>
                <RichText html={html} isForm={isAdText} />
              </div>
            </section>
          ),
      )}
    </div>
  )
}
