import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

test('every variable is optional', () => {
  expect(readEnvironment({})).toEqual({
    HOST: 'localhost',
    PORT: 4321,
    API_BASE: '/api',
    BASE_PATH: '/',
    DATABASE_URL: 'file:./data/careers.db',
    STORAGE_URL: 'file:./data/resumes',
    MAIL_FROM: 'careers@localhost',
    ADMIN_EMAIL: 'admin@example.com',
    SEED: 'demo',
    TRUST_PROXY: false,
    RATE_LIMITS: 'on',
    METRICS_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    OIDC_LABEL: 'your company',
    OIDC_ONLY: false,
  })
})

test('an empty variable is one that is not set', () => {
  expect(readEnvironment({ PORT: '', ADMIN_PASSWORD: '' })).toEqual(readEnvironment({}))
})

test('what is set counts', () => {
  const set = {
    HOST: '0.0.0.0',
    DATABASE_URL: 'libsql://db.example.com',
    DATABASE_AUTH_TOKEN: 't',
    STORAGE_URL: 's3://bucket?region=eu',
    ADMIN_EMAIL: 'a@b.example',
    SEED: 'empty',
    SMTP_URL: 'smtps://a:b@mail.example',
    MAIL_FROM: 'Jobs <jobs@b.example>',
    PUBLIC_URL: 'https://careers.example.com:8443/',
    API_BASE: 'https://api.example.com/v1',
    BASE_PATH: '/careers',
    ADMIN_PASSWORD: 'twelve chars',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  }
  expect(readEnvironment({ ...set, PORT: '0', TRUST_PROXY: 'true', PATH: '/bin' })).toEqual({
    ...set,
    PORT: 0,
    METRICS_HOST: '127.0.0.1',
    OIDC_LABEL: 'your company',
    OIDC_ONLY: false,
    TRUST_PROXY: true,
  })
})

test('WEBHOOK_HOSTS is a list', () => {
  const { WEBHOOK_HOSTS } = readEnvironment({ WEBHOOK_HOSTS: 'hr.lan, [fd00::1]:8443,' })
  expect(WEBHOOK_HOSTS).toEqual(['hr.lan', '[fd00::1]:8443'])
})

test.each([
  ['/careers/api/', '/careers/api'],
  ['https://api.example.com:8443', 'https://api.example.com:8443'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
])('API_BASE %s is %s', (given, base) => {
  expect(readEnvironment({ API_BASE: given }).API_BASE).toBe(base)
})

test.each([
  ['/', '/'],
  ['/careers/', '/careers'],
  ['/about/jobs', '/about/jobs'],
])('BASE_PATH %s is %s', (given, path) => {
  expect(readEnvironment({ BASE_PATH: given }).BASE_PATH).toBe(path)
})

test.each(['careers', '//x', '/a b', '/../a', '/jobs', '/api', '/page/x', 'https://x.example'])(
  'BASE_PATH %s is refused',
  (given) => {
    expect(() => readEnvironment({ BASE_PATH: given })).toThrow(
      /^BASE_PATH is .*, but must be a path/,
    )
  },
)

test.each([
  '/',
  'api',
  '//api.example.com',
  '/a b',
  '/api?x',
  '/../api',
  '/jobs',
  '/backoffice/api',
  'ftp://api.example.com',
  'https://',
  'https://a:b@api.example.com',
  'https://x.example/?a',
])('API_BASE %s is refused', (given) => {
  expect(() => readEnvironment({ API_BASE: given })).toThrow(/^API_BASE is .*, but must be a path/)
})

test.each([
  [
    'SMTP_URL',
    'mail.example',
    'SMTP_URL is "mail.example", but must be smtp(s)://user:pass@host:port',
  ],
  [
    'MAIL_FROM',
    'a\r\nBcc: b@c.d',
    'MAIL_FROM is "a\\r\\nBcc: b@c.d", but must be an address, or Name <address>',
  ],
  [
    'SMTP_URL',
    'smtp://mail.example:99999',
    'SMTP_URL is "smtp://mail.example:99999", but must be smtp(s)://user:pass@host:port',
  ],
  [
    'DATABASE_URL',
    'https://[db.example',
    'DATABASE_URL is "https://[db.example", but must be a libSQL URL: file:, http(s): or libsql:',
  ],
  ['MAIL_FROM', 'a@b.c>', 'MAIL_FROM is "a@b.c>", but must be an address, or Name <address>'],
  ['MAIL_FROM', 'Me a@b.c', 'MAIL_FROM is "Me a@b.c", but must be an address, or Name <address>'],
  ['PORT', 'abc', 'PORT is "abc", but must be a number from 0 to 65535'],
  ['PORT', '65536', 'PORT is "65536", but must be a number from 0 to 65535'],
  [
    'WEBHOOK_HOSTS',
    'hr.lan, https://hr.lan',
    'WEBHOOK_HOSTS is "hr.lan, https://hr.lan", but must be hosts such as hr.example.internal:8443, hooks.lan',
  ],
  ['METRICS_PORT', 'on', 'METRICS_PORT is "on", but must be a number from 0 to 65535'],
  [
    'MAIL_RATE',
    '0',
    'MAIL_RATE is "0", but must be a number of messages a minute, from 1 to 99999',
  ],
  ['PORT', '-1', 'PORT is "-1", but must be a number from 0 to 65535'],
  [
    'DATABASE_URL',
    'mysql://x',
    'DATABASE_URL is "mysql://x", but must be a libSQL URL: file:, http(s): or libsql:',
  ],
  [
    'STORAGE_URL',
    './data',
    'STORAGE_URL is "./data", but must be file:FOLDER or s3://bucket?endpoint=…&region=…',
  ],
  ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL is "admin", but must be an email address'],
  ...['https://a.example/?x', 'https://a.example/jobs', 'https://a@b.example', 'a.example'].map(
    (url) => [
      'PUBLIC_URL',
      url,
      `PUBLIC_URL is "${url}", but must be scheme, host and port only, like https://careers.example.com`,
    ],
  ),
  ['SEED', 'yes', 'SEED is "yes", but must be demo or empty'],
  ['TRUST_PROXY', '1', 'TRUST_PROXY is "1", but must be true or false'],
  ['RATE_LIMITS', 'no', 'RATE_LIMITS is "no", but must be on or off'],
  [
    'LOG_LEVEL',
    'loud',
    'LOG_LEVEL is "loud", but must be fatal, error, warn, info, debug, trace or silent',
  ],
])('%s=%s stops the start with one line', (name, value, line) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new Error(line))
})

test('a password that breaks the rules stops the start, and is not shown', () => {
  let message = ''
  try {
    readEnvironment({ ADMIN_PASSWORD: 'hunter2' })
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toMatch(/^ADMIN_PASSWORD is .*12 characters/)
  expect(message).not.toContain('hunter2')
})

test('a short SECRET_KEY stops the start, and is not shown', () => {
  const start = () => readEnvironment({ SECRET_KEY: 'hunter2' })
  expect(start).toThrow('SECRET_KEY is not good enough: it must have at least 32 characters')
  expect(start).not.toThrow('hunter2')
})

test.each([
  ['DATABASE_URL', 'postgres://user:hunter2@db.example.com/x'],
  ['DATABASE_URL', 'libsql://user:hunter2@db.example.com'],
  ['STORAGE_URL', 'ftp://user:hunter2@files.example.com/x'],
])('a password inside %s is not shown either', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  )
})
