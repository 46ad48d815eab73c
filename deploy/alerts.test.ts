import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

/** Of Prometheus; not everyone has it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const rules = resolve('deploy/alerts.yml')
const folder = await mkdtemp(join(tmpdir(), 'foyer-alerts-'))
afterAll(() => rm(folder, { recursive: true }))

/** The alert, the series that fire it with their values by the minute, and when it fires. */
const cases: [
  alert: string,
  at: string,
  fires: Record<string, string>,
  quiet: Record<string, string>,
][] = [
  [
    'FoyerWorkerLate',
    '20m',
    {
      'foyer_worker_success_age_seconds{worker="jobs"}': '3700+60x30',
      'foyer_worker_interval_seconds{worker="jobs"}': '0.5x30',
    },
    {
      'foyer_worker_success_age_seconds{worker="old_events"}': '80000+60x30',
      'foyer_worker_interval_seconds{worker="old_events"}': '86400x30',
    },
  ],
  [
    'FoyerRetentionLate',
    '10m',
    { foyer_retention_age_seconds: '180000+60x30' },
    { foyer_retention_age_seconds: '90000+60x30' },
  ],
  [
    'FoyerBackupLate',
    '10m',
    { 'foyer_backup_age_seconds{job="foyer",instance="a"}': '180000+60x30' },
    {
      'foyer_backup_age_seconds{job="foyer",instance="a"}': '180000+60x30',
      'foyer_backup_age_seconds{job="foyer",instance="b"}': '3000+60x30',
    },
  ],
  ['FoyerBackupFailed', '1m', { foyer_backup_failed: '1x5' }, { foyer_backup_failed: '0x5' }],
  [
    'FoyerBackupIncomplete',
    '1m',
    { foyer_backup_lost_files: '2x5' },
    { foyer_backup_lost_files: '0x5' },
  ],
  [
    'FoyerClocksDiffer',
    '10m',
    { foyer_clock_difference_seconds: '-1.5x20' },
    { foyer_clock_difference_seconds: '0.8x20' },
  ],
  [
    'FoyerPicturesStuck',
    '7h',
    { 'foyer_pictures{state="waiting"}': '1x450' },
    { 'foyer_pictures{state="waiting"}': '1x400 0x50' },
  ],
  [
    'FoyerStagedFilesFull',
    '10m',
    { foyer_staged_files: '4500x20' },
    { foyer_staged_files: '100x20', foyer_staged_bytes: '7e8x20' },
  ],
  [
    'FoyerDiskAlmostFull',
    '10m',
    { 'foyer_disk_free_bytes{disk="uploads"}': '1e8x20' },
    {
      'foyer_disk_free_bytes{disk="uploads"}': '5e8x20',
      'foyer_disk_free_bytes{disk="resumes"}': '3e9x20',
    },
  ],
  [
    'FoyerMailDelayed',
    '10m',
    { foyer_outbox_oldest_seconds: '3700+60x20' },
    { foyer_outbox_oldest_seconds: '60x20' },
  ],
]

describe.skipIf(!hasPromtool)('promtool', () => {
  test('accepts the alert rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })).toContain(
      'SUCCESS',
    )
  })

  /** How many alerts of that name fire. */
  async function firing(alertname: string, eval_time: string, series: Record<string, string>) {
    const file = join(folder, 'test.yml')
    const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }))
    const alert_rule_test = [{ eval_time, alertname, exp_alerts: [] }]
    const tests = [{ interval: '1m', input_series, alert_rule_test }]
    await writeFile(file, JSON.stringify({ rule_files: [rules], tests }))
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    const output = stdout + stderr
    if (output.includes('SUCCESS')) return 0
    const [, got = ''] = output.split('got:[')
    return [...got.matchAll(/Labels:\{alertname=/g)].length
  }

  test.each(cases)('%s fires when it should, and only then', async (alert, at, fires, quiet) => {
    expect(await firing(alert, at, fires)).toBe(1)
    expect(await firing(alert, at, quiet)).toBe(0)
  })
})
