import { expect, it } from 'vitest'
import { jobsAddress, jobsPath, openJobsOf } from './open-jobs.ts'
import { videoOf } from './video.ts'

const youTube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'

it.each([
  youTube,
  'youtube.com/watch?v=dQw4w9WgXcQ&t=43s',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  'https://youtube.com/shorts/dQw4w9WgXcQ',
  ' https://www.youtube.com/live/dQw4w9WgXcQ ',
])('%s is a video of YouTube', (address) => {
  expect(videoOf(address)).toEqual({ host: 'YouTube', href: youTube, player })
})

it.each([
  ['https://vimeo.com/76979871', '76979871', ''],
  ['vimeo.com/channels/staffpicks/76979871', '76979871', ''],
  ['https://player.vimeo.com/video/76979871?title=0', '76979871', ''],
  ['https://vimeo.com/76979871/abcdef0123', '76979871', 'abcdef0123'],
  ['https://player.vimeo.com/video/76979871?h=abcdef0123', '76979871', 'abcdef0123'],
])('%s is a video of Vimeo, with the key of an unlisted one', (address, id, key) => {
  expect(videoOf(address)).toEqual({
    host: 'Vimeo',
    href: `https://vimeo.com/${id}${key && `/${key}`}`,
    player: `https://player.vimeo.com/video/${id}?autoplay=1${key && `&h=${key}`}`,
  })
})

it.each([
  '',
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload',
  'https://www.youtube.com/@somebody',
  'https://vimeo.com/about',
  'https://vimeo.com/76979871?h=<script>',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'data:text/html,youtu.be/dQw4w9WgXcQ',
])('%s is no video', (address) => expect(videoOf(address)).toBe(undefined))

it.each([
  ['/jobs', { team: '', place: '', type: '' }],
  [
    '/jobs?place=Port+Ellery%2C+Ireland&team=R%26D',
    { team: 'R&D', place: 'Port Ellery, Ireland', type: '' },
  ],
  ['/jobs?type=FULL_TIME', { team: '', place: '', type: 'FULL_TIME' }],
])('%s says which open jobs, and is spelled so', (address, jobs) => {
  expect(openJobsOf(address)).toEqual(jobs)
  expect(jobsPath({ team: '', place: '', type: '', ...openJobsOf(address) })).toBe(address)
  expect(jobsAddress(address)).toBe(address)
})

it.each(['', '/page/about', '//evil.example/jobs', 'https://evil.example/jobs', '/jobs/1/apply'])(
  '%s is no list of open jobs',
  (address) => expect(jobsAddress(address)).toBe(undefined),
)
