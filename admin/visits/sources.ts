import { otherSources } from '#api/website/visits/contract.ts'

const labels: Record<string, string> = { '': 'Direct or unknown', [otherSources]: 'Other sources' }

export const sourceLabel = (source: string) => labels[source] ?? source
