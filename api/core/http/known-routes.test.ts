import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { methodsOf } from './known-routes.ts'

const app = new Hono()
  .use(async (_, next) => next())
  .get('/jobs', (c) => c.text(''))
  .post('/jobs', (c) => c.text(''))
  .put('/jobs/:id', (c) => c.text(''))
  .post('/jobs/:id/activate', (c) => c.text(''))
  .get('/jobs/active', (c) => c.text(''))
  .get('/files/a.b+c', (c) => c.text(''))

test.each([
  ['/jobs', ['GET', 'HEAD', 'POST']],
  ['/jobs/7', ['PUT']],
  ['/jobs/active', ['GET', 'HEAD']],
  ['/jobs/:id', ['PUT']],
  ['/jobs/7/activate', ['POST']],
  ['/files/a.b+c', ['GET', 'HEAD']],
  ['/files/aXb+c', []],
  ['/jobs/', []],
  ['/jobs/7/', []],
  ['/jobs/7/8', []],
  ['/jobs//activate', []],
  ['/xjobs', []],
  ['/', []],
  ['', []],
])('the methods of %j are %j', (path, methods) => {
  expect(methodsOf(app)(path)).toEqual(methods)
})
