import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { brandColors } from '#api/website/appearance/contract/colors.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { save } from '../lib/api/download.ts'
import { useCopy } from '../lib/hooks/use-copy.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { sitePath, siteUrl } from '../lib/site-address.ts'
import { toast } from '../lib/toasts.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { settingLink } from '../settings/setting-link.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import QrCode from '../ui/QrCode.tsx'
import styles from './Live.module.css'
import { qrPng, qrSvg } from './qr-files.ts'
import { publishedLookQuery, sharePictureQuery } from './queries.ts'

/** The end of setting up: how people find the site, and what to do next. */
export default function Live() {
  const { data: settings = settingDefaults } = useQuery(publicSettingsQuery)
  const address = siteUrl(settings)
  return (
    <>
      <PageHeader
        title="Your site is live"
        description="Share it with candidates and colleagues."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      {settings.maintenance_mode === 'true' && (
        <p className="notice">
          Visitors see a “back soon” page.{' '}
          <Link {...settingLink('maintenance_mode')}>Turn off maintenance mode</Link>
        </p>
      )}
      <div className={styles.parts}>
        <div>
          <Address address={address} />
          <SharePicture site={settings.site_name} />
        </div>
        <div>
          <Code address={address} site={settings.site_name} />
          <NextSteps />
        </div>
      </div>
    </>
  )
}

function Address({ address }: { address: string }) {
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(address, 'address')
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname)
  return (
    <section aria-labelledby="live-address">
      <h2 id="live-address">Address</h2>
      <Field
        label="Site address"
        htmlFor="site-address"
        help={
          isLocal && (
            <>
              Only this computer can open this address.{' '}
              <Link {...settingLink('public_url')}>Set your site address</Link>
            </>
          )
        }
      >
        {(control) => (
          <input {...control} ref={field} className="input" dir="ltr" readOnly value={address} />
        )}
      </Field>
      <div className="row wrap">
        <CopyButton label="Copy address" isCopied={isCopied} onCopy={copy} />
        <a className="button" href={address} target="_blank" rel="noreferrer">
          <ExternalLink size={17} aria-hidden /> Open your site
        </a>
        <CopyStatus said={said} isCopied={isCopied} />
      </div>
    </section>
  )
}

function Code({ address, site }: { address: string; site: string }) {
  const { data: look = defaultAppearance } = useQuery(publishedLookQuery)
  const { fill, onFill, border } = brandColors(look.brand_color, look.look).light.fill
  const savePng = async () => {
    try {
      save(await qrPng(address, fill), 'qr-code.png')
    } catch {
      toast({ message: "Your browser couldn't draw the PNG. Download the SVG instead." })
    }
  }
  return (
    <section aria-labelledby="live-code">
      <h2 id="live-code">QR code</h2>
      <p className="help">For posters, flyers and your shop window.</p>
      <figure
        className={styles.poster}
        style={{ background: fill, color: onFill, borderColor: border ?? fill }}
      >
        <QrCode text={address} label={`QR code for ${address}`} />
        <figcaption dir="auto">{site}</figcaption>
      </figure>
      <div className="row wrap">
        <button type="button" className="button" onClick={savePng}>
          <Download size={17} aria-hidden /> Download PNG
        </button>
        <button
          type="button"
          className="button"
          onClick={() => save(qrSvg(address, fill), 'qr-code.svg')}
        >
          <Download size={17} aria-hidden /> Download SVG
        </button>
      </div>
    </section>
  )
}

/** What people see above a shared link to Home; nothing while Home is not published. */
function SharePicture({ site }: { site: string }) {
  const { data: address } = useQuery(sharePictureQuery(site))
  const [failed, setFailed] = useState<string>()
  if (!address || failed === address) return null
  return (
    <section aria-labelledby="live-picture">
      <h2 id="live-picture">Share image</h2>
      <p className="help">Shown above links to your site in chats and social media.</p>
      <img
        className={styles.picture}
        src={sitePath(address)}
        alt={`Preview of a link to ${site}`}
        width={1200}
        height={630}
        onError={() => setFailed(address)}
      />
      <div className="row wrap">
        <a className="button" href={sitePath(address)} download="share-image.png">
          <Download size={17} aria-hidden /> Download image
        </a>
      </div>
    </section>
  )
}

const nextWeek = [
  {
    need: 'review_applications',
    to: '/applications',
    label: 'Read new applications',
    why: 'Candidates remember who replies within days.',
  },
  {
    need: 'manage_jobs',
    to: '/jobs/visits',
    label: 'See where visitors come from',
    why: 'Post your jobs where it works.',
  },
  {
    need: 'edit_pages',
    to: '/pages/new',
    label: 'Add a page about your team',
    why: 'With images: people apply to people.',
  },
] as const

function NextSteps() {
  const person = usePerson()
  return (
    <section aria-labelledby="live-next">
      <h2 id="live-next">What to do next</h2>
      <div className="row wrap">
        {may(person, 'manage_jobs') && (
          <Link to="/jobs/embed" className="button">
            Show your jobs on your website
          </Link>
        )}
        {may(person, 'manage_users') && (
          <Link to="/users/new" className="button">
            Invite colleagues
          </Link>
        )}
      </div>
      <h3>Next week</h3>
      <ul className={`stack gap-3 ${styles.steps}`}>
        {nextWeek
          .filter(({ need }) => may(person, need))
          .map(({ to, label, why }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
              <span>{why}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}
