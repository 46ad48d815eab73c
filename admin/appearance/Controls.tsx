import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { grounds, hexOf, type Scheme } from '#api/website/appearance/contract/colors.ts'
import { startingValues } from '#api/website/appearance/contract/starting-looks.ts'
import { heroSubject, heroWords } from '#api/website/appearance/contract.ts'
import { sitePath } from '../lib/site-address.ts'
import { FocalPoint } from '../media/FocalPoint.tsx'
import { PicturePicker } from '../media/PicturePicker.tsx'
import { pictureQuery, thumbnail } from '../media/queries.ts'
import { OtherLanguages } from '../other-languages/OtherLanguages.tsx'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { Field } from '../ui/form/Field.tsx'
import styles from './Appearance.module.css'
import { Choices } from './Choices.tsx'
import { ColorField } from './ColorField.tsx'
import { JobsLayout } from './JobsLayout.tsx'
import type { ThemeState } from './use-look.ts'
import { completeUrl, labels, type Values } from './values.ts'
import { looks, pairings } from './words.ts'

const optionsOf = <T extends string>(words: Record<T, { label: string; help: string }>) =>
  Object.entries<{ label: string; help: string }>(words).map(([value, rest]) => ({
    value: value as T,
    ...rest,
  }))

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

type Props = Pick<ThemeState, 'values' | 'errors'> & { set: (change: Partial<Values>) => void }
/** When the look was last saved. */
type Saved = { saved: string | undefined }

/** The company's own first: logo, color and type. */
export const Controls = ({
  onJobsLayout,
  saved,
  ...props
}: Props & Saved & { onJobsLayout: () => void }) => (
  <div className={`stack gap-6 ${styles.controls}`}>
    <Brand {...props} />
    <Style {...props} />
    <Section title={labels.jobs_layout}>
      <JobsLayout
        value={props.values.jobs_layout}
        onChange={(jobs_layout) => {
          props.set({ jobs_layout })
          onJobsLayout()
        }}
      />
    </Section>
    <Icon {...props} />
    <Hero {...props} saved={saved} />
  </div>
)

function Brand({ values, errors, set }: Props) {
  const { look, logo_light, logo_dark } = values
  const paper = (scheme: Scheme) => hexOf(grounds[look][scheme].paper)
  return (
    <Section title="Brand">
      <div className={styles.logos}>
        <PicturePicker
          label={labels.logo_light}
          help="Without it, the site’s name. SVG is best."
          paper={paper('light')}
          value={logo_light}
          error={errors.logo_light}
          onChange={(id) => set({ logo_light: id })}
        />
        <PicturePicker
          label={labels.logo_dark}
          help="Without it, the one for light pages."
          paper={paper('dark')}
          value={logo_dark}
          error={errors.logo_dark}
          onChange={(id) => set({ logo_dark: id })}
        />
      </div>
      <ColorField
        values={values}
        error={errors.brand_color}
        onChange={(brand_color) => set({ brand_color })}
      />
      <link rel="stylesheet" href={sitePath('/backoffice/faces.css')} />
      <Choices
        legend="Type"
        kind="list"
        value={values.type_pairing}
        onChange={(type_pairing) => set({ type_pairing })}
        options={optionsOf(pairings)}
      />
    </Section>
  )
}

function Style({ values, set }: Props) {
  return (
    <Section title="Theme">
      <Choices
        legend="Start from"
        kind="cards"
        value={values.look}
        onChange={(look) => set(startingValues(look, values.brand_color))}
        options={optionsOf(looks).map((option) => ({
          ...option,
          sample: <span className={styles.sample} data-look={option.value} aria-hidden />,
        }))}
      />
      <Choices
        legend="Light or dark"
        value={values.scheme}
        onChange={(scheme) => set({ scheme })}
        options={[
          { value: 'auto', label: 'As visitors prefer' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Choices
        legend="Corners"
        value={values.corners}
        onChange={(corners) => set({ corners })}
        options={[
          { value: 'square', label: 'Square' },
          { value: 'soft', label: 'Soft' },
          { value: 'round', label: 'Round' },
        ]}
      />
      <Choices
        legend="Header"
        value={values.header}
        onChange={(header) => set({ header })}
        options={[
          { value: 'left', label: 'Logo on the left' },
          { value: 'centered', label: 'Centered' },
        ]}
      />
    </Section>
  )
}

const smallestIcon = 180

/** The icon as in a browser's tab, and a warning when it is small. */
function IconSample({ id }: { id: number }) {
  const { data: picture } = useQuery(pictureQuery(id))
  const { data: settings } = useQuery(publicSettingsQuery)
  const file = picture && thumbnail(picture)
  if (!picture || !file) return null
  const width = Math.min(picture.width, picture.height)
  return (
    <>
      <span className={styles.tab}>
        <img src={sitePath(file.src)} width={16} height={16} alt="" />
        <span>{settings?.site_name}</span>
      </span>
      {width < smallestIcon && (
        <p className={styles.hint}>
          This image is {width} px wide and will look blurred on phones. Choose one of at least{' '}
          {smallestIcon} px.
        </p>
      )}
    </>
  )
}

function Icon({ values: { icon }, errors, set }: Props) {
  return (
    <Section title={labels.icon}>
      <PicturePicker
        label="Image of the icon"
        help="Square. For browser tabs and the home screens of phones."
        value={icon}
        error={errors.icon}
        onChange={(id) => set({ icon: id })}
      />
      {icon !== null && <IconSample id={icon} />}
    </Section>
  )
}

function HeroFocal({
  values,
  set,
}: Pick<Props, 'values' | 'set'> & { values: { media_id: number } }) {
  const { data: picture } = useQuery(pictureQuery(values.media_id))
  if (!picture) return null
  return (
    <FocalPoint
      picture={picture}
      point={values.focal ?? picture.focal}
      onChange={(focal) => set({ focal })}
    />
  )
}

const hasPicture = (values: Values): values is Values & { media_id: number } =>
  values.media_id !== null

function Hero({ values, errors, set, saved }: Props & Saved) {
  const { data: settings } = useQuery(publicSettingsQuery)
  return (
    <Section title="Hero">
      <Line
        name="headline"
        placeholder={settings && `Welcome to ${settings.site_name}`}
        {...{ values, errors, set }}
      />
      <Field label={labels.text} htmlFor="text" error={errors.text} optional>
        {(control) => (
          <textarea
            {...control}
            className="input"
            dir="auto"
            rows={2}
            value={values.text}
            onChange={(event) => set({ text: event.currentTarget.value.replace(/\n/g, ' ') })}
          />
        )}
      </Field>
      <PicturePicker
        label={labels.media_id}
        value={values.media_id}
        error={errors.media_id ?? errors.focal}
        onChange={(id) => set({ media_id: id, focal: null })}
      />
      {hasPicture(values) && <HeroFocal values={values} set={set} />}
      <Line name="button_label" placeholder="View Open Positions" {...{ values, errors, set }} />
      <Line
        name="button_url"
        placeholder="/jobs"
        onBlur={() => set({ button_url: completeUrl(values.button_url) })}
        {...{ values, errors, set }}
      />
      <OtherLanguages
        kind="appearance"
        subject={heroSubject}
        thing="Hero"
        version={saved}
        labelOf={(field) => (isHeroWord(field) ? labels[field] : field)}
      />
    </Section>
  )
}

const isHeroWord = (field: string): field is (typeof heroWords)[number] =>
  (heroWords as readonly string[]).includes(field)

function Line({
  name,
  values,
  errors,
  set,
  placeholder,
  onBlur,
}: Props & {
  name: 'headline' | 'button_label' | 'button_url'
  placeholder?: string | undefined
  onBlur?: () => void
}) {
  return (
    <Field label={labels[name]} htmlFor={name} error={errors[name]} optional>
      {(control) => (
        <input
          {...control}
          className="input"
          dir="auto"
          autoComplete="off"
          placeholder={placeholder}
          value={values[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
