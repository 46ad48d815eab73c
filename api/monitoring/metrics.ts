/** One line of the answer: what is measured, of what, and how much of it. */
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

type Answer = number | Sample[]

export type Metrics = ReturnType<typeof createMetrics>

/**
 * What Prometheus reads (text format 0.0.4). A label may only ever have values of ours, a route's
 * pattern for one, never what somebody sent: each value is a series that is kept for ever.
 */
export function createMetrics() {
  const parts: { name: string; head: string; read: () => Answer | Promise<Answer> }[] = []

  function register(kind: Kind, name: string, help: string, read: () => Answer | Promise<Answer>) {
    parts.push({ name, head: `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`, read })
  }

  return {
    /** What only grows; counted here. */
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

    /** How long something took, in seconds. */
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

    /** What is counted or known elsewhere, and asked for when somebody looks. */
    ask: register,

    /** Everything. What cannot be read just now is left out. */
    async text(): Promise<string> {
      const texts = parts.map(async ({ name, head, read }) => {
        const answer = await Promise.resolve()
          .then(read)
          .catch((): Answer => [])
        const samples = typeof answer === 'number' ? [{ value: answer }] : answer
        return samples.length ? head + samples.map((sample) => line(name, sample)).join('') : ''
      })
      return (await Promise.all(texts)).join('')
    },
  }
}
