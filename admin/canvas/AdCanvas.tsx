import { type Ref, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { editor as words } from '#api/core/words/contract/en.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Language, Words } from '#api/core/words/contract.ts'
import { factRows, type JobFacts } from '#api/website/jobs/contract/fact-rows.ts'
import { TableTool } from '../blocks/TableTool.tsx'
import { usePerson } from '../lib/hooks/use-person.ts'
import { siteLanguage, siteWords } from '../lib/site-words.ts'
import { PictureTool } from '../media/text/PictureTool.tsx'
import { useSiteTimeZone } from '../settings/public-settings.ts'
import { Toolbar } from '../ui/editor/Toolbar.tsx'
import type { EditorAddOn } from '../ui/editor/use-editor.ts'
import styles from './Canvas.module.css'
import { adModel } from './model.ts'
import { PictureOverlay } from './Overlay.tsx'
import { focusText, inLanguage, Stage, useStage } from './Stage.tsx'
import { useCanvasEditor } from './use-canvas-editor.ts'

export type AdText = {
  name: string
  /** As in 'Job Description *'. */
  label: string
  isRequired: boolean
  /** HTML as it is stored; '' when there is nothing to see. */
  html: string
  onChange: (html: string) => void
  problem: string | undefined
  ref: Ref<{ focus: () => void }>
}

/** What the page of a job says around its texts. */
export type AdAround = JobFacts & {
  title: string
  language: string | null
  contact_name: string | null
  contact_text: string | null
  /** What the page says by itself; by default in the language of the site. */
  words?: { words: Words; language: Language }
}

export type AdCanvasProps = {
  /** Of its frame. */
  id: string
  description: AdText
  requirements: AdText
  around: AdAround
  /** Of what the page says by itself in a translation; by default that of the site. */
  language?: string
  isReadOnly?: boolean
  describedBy: string | undefined
}

/** The toolbar reads no more of it than the tools. */
const addOn: EditorAddOn = {
  extensions: [],
  isForm: () => true,
  tools: { Picture: PictureTool, Table: TableTool },
}

function useAdEditor(
  { html, onChange, ...text }: AdText,
  { mayUpload, isReadOnly }: { mayUpload: boolean; isReadOnly: boolean },
) {
  const [model] = useState(() => adModel(mayUpload))
  const change = ({ html }: { html: string }) => onChange(html)
  return useCanvasEditor({ ...text, html, unfinished: null, onChange: change, model, isReadOnly })
}

/** The page of a job, and its two texts to write in. Load it with lazy(): it contains Tiptap. */
export default function AdCanvas(props: AdCanvasProps) {
  const { id, description, requirements, around, language, isReadOnly = false } = props
  const { describedBy } = props
  const mayUpload = may(usePerson(), needForPictures)
  const first = useAdEditor(description, { mayUpload, isReadOnly })
  const second = useAdEditor(requirements, { mayUpload, isReadOnly })
  const editors = useMemo(() => [first, second], [first, second])
  const [inside, setInside] = useState<Document>()
  const state = useStage({
    editors,
    as: 'job',
    language,
    prepare(document) {
      factsIn(document)?.replaceChildren()
      setInside(document)
    },
  })
  const { mounts, iframe, frame, size, latest } = state
  useEffect(() => {
    const section = inside?.querySelector('.rich-text')?.closest('section')
    if (!mounts || !inside?.defaultView || !section) return
    const { top } = section.getBoundingClientRect()
    // What the theme puts above the first text can be as high as a phone.
    if (top > inside.defaultView.innerHeight / 2) inside.defaultView.scrollTo(0, top)
  }, [mounts, inside])
  const texts = [
    { ...description, editor: first },
    { ...requirements, editor: second },
  ]
  const active = latest === second ? requirements : description
  useImperativeHandle(description.ref, () => ({ focus: () => focusText(first, iframe) }), [
    first,
    iframe,
  ])
  useImperativeHandle(requirements.ref, () => ({ focus: () => focusText(second, iframe) }), [
    second,
    iframe,
  ])
  return (
    <>
      <div className={`line wrap gap-1 ${styles.texts}`}>
        {texts.map(({ name, label, isRequired, editor }) => (
          <button
            key={name}
            id={name}
            type="button"
            className="button quiet small"
            aria-pressed={latest === editor}
            aria-controls={id}
            data-writes
            onClick={() => focusText(editor, iframe)}
          >
            {label} {!isRequired && !isReadOnly && <span className="optional">(optional)</span>}
          </button>
        ))}
      </div>
      <Stage
        {...{ state, id, describedBy }}
        label={isReadOnly ? 'Original job ad' : 'Job ad'}
        isInvalid={texts.some(({ problem }) => problem)}
        toolbar={
          !isReadOnly && (
            <Toolbar
              key={`${mounts} ${active.name}`}
              editor={latest}
              kind="full"
              words={words}
              addOn={addOn}
              label={active.label}
              controls={id}
            />
          )
        }
        overlay={
          !isReadOnly && (
            <PictureOverlay
              key={active.name}
              {...{ iframe, mounts, frame, size }}
              editor={latest}
            />
          )
        }
      />
      {mounts > 0 && inside && <Around document={inside} around={around} />}
    </>
  )
}

const factsIn = (document: Document) =>
  document.querySelector<HTMLElement>('[aria-labelledby="facts"] dl')

/** Fills in what the page says beside the texts: the frame has no scripts of its own. */
function Around({ document, around }: { document: Document; around: AdAround }) {
  const { title, language, contact_name, contact_text } = around
  const { words = { words: siteWords, language: siteLanguage } } = around
  const said = words.words
  const timeZone = useSiteTimeZone()
  const list = factsIn(document)
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.textContent = title || 'Job title'
    inLanguage([heading, ...document.querySelectorAll('.rich-text')], language ?? undefined)
  }, [document, title, language])
  useEffect(() => {
    const name = list?.parentElement?.querySelector('h3')
    const text = name?.parentElement?.querySelector('p')
    if (!name?.parentElement || !text) return
    const { contactBy, contact } = said.job
    name.parentElement.hidden = !contact_name && !contact_text
    name.textContent = contact_name
      ? say(contactBy, { name: contact_name }, words.language)
      : contact
    text.textContent = contact_text
  }, [list, contact_name, contact_text, said, words.language])
  if (!list) return null
  const rows = factRows(around, { ...words, timeZone })
  return createPortal(
    rows.map(({ label, texts }) => (
      <div key={label}>
        <dt>{label}</dt>
        {texts.map((text) => (
          <dd key={text} dir="auto">
            {text}
          </dd>
        ))}
      </div>
    )),
    list,
  )
}
