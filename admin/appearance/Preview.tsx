import { useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, read } from '../lib/api/api.ts'
import { sitePath } from '../lib/site-address.ts'
import { Loaded } from '../ui/States.tsx'
import styles from './Appearance.module.css'
import { Choices } from './Choices.tsx'
import { previewTokenQuery } from './queries.ts'

const devices = {
  phone: { width: 390, height: 780 },
  desktop: { width: 1280, height: 1080 },
}
type Device = keyof typeof devices

/** Of the person in the back office. */
const preferred = (): 'light' | 'dark' =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

/** Home, Jobs, and a job and a page where there is one. */
async function readPages() {
  const [jobs, pages] = await Promise.all([
    read(
      api.jobs.active.$get({
        query: { team: [], type: [], workplace: [], place: [], per_page: '1' },
      }),
    ),
    read(api.pages.published.$get({ query: { per_page: '5' } })),
  ])
  const page = pages.find(({ slug }) => slug !== 'home')
  return [
    { value: '/', label: 'Home' },
    { value: '/jobs', label: 'Jobs' },
    ...(jobs[0] ? [{ value: `/jobs/${jobs[0].id}/apply`, label: 'A job' }] : []),
    ...(page ? [{ value: `/page/${page.slug}`, label: page.title }] : []),
  ]
}

/** The scale at which a device fits the element. */
function useScale(device: Device) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, scale: width ? Math.min(1, width / devices[device].width) : 0 }
}

/** The site with the draft. `version` changes when the draft is saved. */
export function Preview({
  version,
  path,
  onPath,
  canSwitch,
}: {
  version: string | null
  path: string
  onPath: (path: string) => void
  /** Whether the site has both a light and a dark side. */
  canSwitch: boolean
}) {
  const token = useQuery(previewTokenQuery)
  const { data: pages } = useQuery({ queryKey: ['appearance', 'pages'], queryFn: readPages })
  const [device, setDevice] = useState<Device>('desktop')
  const [scheme, setScheme] = useState(preferred)
  return (
    <section className={`stack gap-3 ${styles.preview}`} aria-label="Preview">
      <div className={`line wrap ${styles.previewBar}`}>
        <Choices
          legend="Page"
          value={path}
          onChange={onPath}
          options={pages ?? [{ value: '/', label: 'Home' }]}
        />
        {canSwitch && (
          <Choices
            legend="Shown to visitors who prefer"
            value={scheme}
            onChange={setScheme}
            options={[
              { value: 'light', label: 'Light', sample: <Sun size={16} aria-hidden /> },
              { value: 'dark', label: 'Dark', sample: <Moon size={16} aria-hidden /> },
            ]}
          />
        )}
        <Choices
          legend="Device"
          value={device}
          onChange={setDevice}
          options={[
            { value: 'desktop', label: 'Desktop', sample: <Monitor size={16} aria-hidden /> },
            { value: 'phone', label: 'Phone', sample: <Smartphone size={16} aria-hidden /> },
          ]}
        />
      </div>
      <Loaded query={token} failed="Failed to load the preview">
        {({ token }) => (
          <Frame
            // A new page starts at its top, also after following links inside.
            key={`${token}${path}${scheme}`}
            address={sitePath(`/preview/${token}~${scheme}${path}`)}
            {...{ device, version }}
          />
        )}
      </Loaded>
    </section>
  )
}

function Frame({
  address,
  device,
  version,
}: {
  address: string
  device: Device
  version: string | null
}) {
  const { box, scale } = useScale(device)
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(version)
  useEffect(() => {
    // Keeps the page that was reached by links, and how far it is scrolled.
    if (shown.current !== version) frame.current?.contentWindow?.location.reload()
    shown.current = version
  }, [version])
  const { width, height } = devices[device]
  return (
    <div ref={box} className={styles.frame} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        title="Preview of the site with your changes"
        src={address}
        sandbox="allow-same-origin"
        width={width}
        height={height}
        style={{
          transform: `scale(${scale})`,
          marginInlineStart: `max(0px, (100% - ${width * scale}px) / 2)`,
        }}
      />
    </div>
  )
}
