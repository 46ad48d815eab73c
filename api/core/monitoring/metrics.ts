/** One sample: name, labels and value. */
type Labels = Record<string, string>
type Sample = { labels?: Labels; value: number; suffix?: string }
type Kind = 'counter' | 'gauge' | 'histogram'

const escaped = (value: string) => value.replace(/[\\\n"]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))

function line(name: string, { labels = {}, value, suffix = '' }: Sample) {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

/** In seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Held = { labels: Labels; count: number; sum: number; within: number[] }

function samplesOf({ labels, count, sum, within }: Held): Sample[] {
  const bucket = (le: string, value: number) => ({
    suffix: '_bucket',
    labels: { ...labels, le },
    value,
  })
  return [
    ...bounds.map((bound, index) => bucket(String(bound), within[index] ?? 0)),
    bucket('+Inf', count),
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

type Value = number | Sample[]
type Read = () => Value | Promise<Value>

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Metrics in Prometheus's text format 0.0.4. Label values must come from us, such as a route's
 * pattern, never from input: each value is a series that is kept forever.
 */
export function createMetrics() {
  const parts: { name: string; head: string; read: Read }[] = []

  function register(kind: Kind, name: string, help: string, read: Read) {
    parts.push({ name, head: `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`, read })
  }

  return {
    /** A counter. */
    counter(name: string, help: string) {
      const held = new Map<string, Required<Omit<Sample, 'suffix'>>>()
      register('counter', name, help, () => [...held.values()])
      return (labels: Labels = {}) => {
        const key = Object.values(labels).join(' ')
        const sample = held.get(key) ?? { labels, value: 0 }
        sample.value++
        held.set(key, sample)
      }
    },

    /** A histogram of durations, in seconds. */
    durations(name: string, help: string) {
      const held = new Map<string, Held>()
      register('histogram', name, help, () => [...held.values()].flatMap(samplesOf))
      return (labels: Labels, seconds: number) => {
        const key = Object.values(labels).join(' ')
        const one = held.get(key) ?? { labels, count: 0, sum: 0, within: bounds.map(() => 0) }
        held.set(key, one)
        one.count++
        one.sum += seconds
        bounds.forEach((bound, index) => {
          if (seconds <= bound) one.within[index]! += 1
        })
      }
    },

    /** A gauge, read on each scrape. */
    gauge(name: string, help: string, read: Read) {
      register('gauge', name, help, read)
    },

    /** A counter that is kept elsewhere, read on each scrape. */
    readCounter(name: string, help: string, read: Read) {
      register('counter', name, help, read)
    },

    /** All metrics as text; gauges that cannot be read are left out. */
    async text(): Promise<string> {
      const texts = parts.map(async ({ name, head, read }) => {
        const value = await Promise.resolve()
          .then(read)
          .catch((): Value => [])
        const samples = typeof value === 'number' ? [{ value }] : value
        return samples.length ? head + samples.map((sample) => line(name, sample)).join('') : ''
      })
      return (await Promise.all(texts)).join('')
    },
  }
}
