/** Starter pages: whole pages to insert and write over. Questions in brackets are for the writer. */
import { type Block, toHtml, type Values } from './block.ts'

const several = (name: Block['name'], entries: Values[]) => toHtml({ name, values: {}, entries })

const steps = several('process', [
  {
    title: 'You apply',
    text: 'A resume and a few lines are enough. We confirm by email that they arrived.',
  },
  { title: 'We read', text: '[Who reads applications, and how long does it take?]' },
  { title: 'We meet', text: '[Where, with whom, and for how long?]' },
  { title: 'We decide', text: 'You hear from us either way.' },
])

const benefits = several('benefits', [
  { icon: 'calendar', title: '[How many?] days off', text: 'And the public holidays.' },
  { icon: 'clock', title: 'Hours that fit', text: '[Who decides when the day begins?]' },
  { icon: 'graduation-cap', title: 'Time to learn', text: '[Which courses, and who pays?]' },
  { icon: 'piggy-bank', title: 'Pension', text: '[How much do you add?]' },
])

const jobs = (text: string) =>
  toHtml({ name: 'jobs', values: { link: { text, href: '/jobs' } }, entries: [] })
const button = (text: string, href: string) =>
  toHtml({ name: 'button', values: { link: { text, href } }, entries: [] })

export const patterns: { label: string; html: string }[] = [
  {
    label: 'About us',
    html: [
      '<h2>Who we are</h2><p>[What does your company do, for whom, and since when?]</p>',
      several('numbers', [
        { title: '[1998]', text: 'founded' },
        { title: '[64]', text: 'people' },
        { title: '[3]', text: 'places' },
      ]),
      '<h2>The people</h2>',
      several('people', [
        { title: '[Name]', role: '[Role]', text: '[What do they like about their work?]' },
        { title: '[Name]', role: '[Role]', text: '[What do they like about their work?]' },
        { title: '[Name]', role: '[Role]', text: '[What do they like about their work?]' },
      ]),
      '<h2>Where we are</h2>',
      several('offices', [
        { title: '[Town]', address: '[Street and number]\n[Postcode and town]' },
      ]),
      button('See open jobs', '/jobs'),
    ].join(''),
  },
  {
    label: 'How we hire',
    html: [
      '<p>[What should candidates know before they begin?]</p>',
      steps,
      '<h2>Questions</h2>',
      several('faq', [
        {
          title: 'How long does it take?',
          text: '<p>[How many days from a letter to an answer?]</p>',
        },
        { title: 'May I apply for two jobs?', text: '<p>[Yes, and how?]</p>' },
        {
          title: 'What happens to my data?',
          text: '<p>[How long do you keep applications, and who can delete them?]</p>',
        },
      ]),
      jobs('See all open jobs'),
    ].join(''),
  },
  {
    label: 'Benefits',
    html: [
      '<p>[What do people here get besides their pay?]</p>',
      benefits,
      jobs('See all open jobs'),
    ].join(''),
  },
  {
    label: 'Teams',
    html: [
      '<p>[Which teams do you have, and what is each for?]</p>',
      several('columns', [
        { text: '<h3>[Team]</h3><p>[What does it do, and how many are they?]</p>' },
        { text: '<h3>[Team]</h3><p>[What does it do, and how many are they?]</p>' },
      ]),
      toHtml({
        name: 'quote',
        values: {
          text: '[What would someone on the team say about it?]',
          title: '[Name]',
          role: '[Role]',
        },
        entries: [],
      }),
      jobs('See all open jobs'),
    ].join(''),
  },
  {
    label: 'Privacy',
    html: [
      '<p>[Who is responsible for the data? Add an address.]</p>',
      several('faq', [
        {
          title: 'What do you keep?',
          text: '<p>What you send: your name, how to reach you, your resume and your letter.</p>',
        },
        { title: 'How long do you keep it?', text: '<p>[As many days as in Settings.]</p>' },
        { title: 'Who can read it?', text: '<p>[Only people who decide on applications.]</p>' },
        {
          title: 'How do I have it deleted?',
          text: '<p>[On the page of your application, or by email to whom?]</p>',
        },
      ]),
    ].join(''),
  },
  {
    label: 'Home',
    html: [
      '<h2>Work with us</h2><p>[In two sentences: what do you make, and with whom?]</p>',
      '<h2>What you get</h2>',
      benefits,
      '<h2>How we hire</h2>',
      steps,
    ].join(''),
  },
]
