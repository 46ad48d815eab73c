import { joinLines } from './html.ts'

/** Only what differs from the built-in values. */
export const companySettings: Record<string, string> = {
  site_name: 'Brackwater Instruments',
  site_tagline: 'We build instruments that measure rivers, lakes and coasts.',
  contact_email: 'careers@brackwater.example.com',
  notify_email: 'careers@brackwater.example.com',
  default_meta_description:
    'Brackwater Instruments in Port Ellery builds gauges, probes and buoys that measure rivers, lakes and coasts. See our open positions.',
  linkedin_url: 'https://www.linkedin.com/company/brackwater-instruments',
}

const home = joinLines(`
  <p>How high is the river, how salty is the estuary, how rough is it outside the harbour wall?
  Somebody has to know before the lock gates open, the oysters are harvested or the ferry leaves.
  The number they look at often comes from a grey box on a bridge, and quite often the grey box is
  one of ours.</p>
  <h2>What we make</h2>
  <ul>
    <li><strong>Level gauges</strong> that look down at a river by radar and need no part in the
    water, because rivers in flood carry trees.</li>
    <li><strong>Probes</strong> for salinity, temperature and turbidity, with wipers that keep the
    barnacles off the glass.</li>
    <li><strong>Wave buoys</strong> small enough for two people and an ordinary boat.</li>
    <li><strong>Loggers</strong> that send all of it home over whatever network the valley has, and
    keep it for a year where there is none.</li>
  </ul>
  <p>River authorities, harbours and universities in 23 countries use them. The oldest one still
  reporting was bolted to Ellery Weir in 1999. We visit it every spring, mostly out of affection.</p>
  <h2>What it is like here</h2>
  <p>We are 41 people in the old ice house on the fish quay of Port Ellery. The calibration tank is
  in the cellar, the electronics workshop is upstairs where the light is good, and the office is
  wherever there was room left. Whoever designs a thing sooner or later stands in a river with it.
  That keeps the manuals honest.</p>
  <p>We work 37 hours a week, we pay what the advertisement says, and we send people home when they
  are ill. You can read <a href="/page/about" rel="noopener noreferrer">how we began and how we hire</a>. Below are the positions that are open now. A person reads every application.</p>
`)

const about = joinLines(`
  <h2>How it began</h2>
  <p>In 1996 the county bought a tide gauge for the harbour. It stopped every time it rained. Maeve
  Tierney, who was then the harbour's hydrographer, and Anton Reyes, who repaired the radios of the
  fishing fleet, took it apart on a Sunday to see why. The one they built in its place ran for
  eleven years, and the neighbouring harbours wanted one too. Maeve and Anton still own the company,
  together with nineteen of the people who work in it.</p>
  <h2>What we believe about measuring</h2>
  <ul>
    <li>A gauge that says nothing is better than a gauge that says something wrong. Ours report how
    sure they are.</li>
    <li>Everything that goes into water has to come out again. We design for the person with cold
    hands who has to change the battery.</li>
    <li>Data belong to whoever paid for the measurement. Our file formats are published and have
    not changed since 2008.</li>
    <li>We repair what we have sold, for as long as we can get the parts, and for some years
    afterwards with parts that we make ourselves.</li>
  </ul>
  <h2>Where we are</h2>
  <p>Port Ellery has 6,200 inhabitants, one cinema, a railway station with eleven trains a day, and
  a harbour with fishing boats at one end and us at the other. The sea is at the door, in February
  sometimes in it. Most of us live within a bicycle ride; six people work from further away and come
  in once a month.</p>
  <h2>How we hire</h2>
  <ol>
    <li>Two people read your application: one from the team that you would join, and Rita Marchetti,
    who looks after the process.</li>
    <li>If it looks like a match, we talk by telephone for half an hour.</li>
    <li>Then you spend a day with us, paid, on something that needs doing. We show you the tank.</li>
    <li>We decide within a week. If the answer is no, we tell you why, as far as we know it
    ourselves.</li>
  </ol>
  <p>Questions before you apply? Write to
  <a href="mailto:careers@brackwater.example.com" rel="noopener noreferrer">careers@brackwater.example.com</a>. It is read on
  working days by a person with a cup of tea.</p>
`)

export const companyPages = [
  {
    slug: 'home',
    title: 'Home',
    content: home,
    meta_description:
      'Brackwater Instruments builds gauges, probes and wave buoys in Port Ellery. Who we are, what we make and which positions are open.',
  },
  {
    slug: 'about',
    title: 'About Brackwater',
    content: about,
    meta_description:
      'Forty-one people, an old ice house and a calibration tank: how Brackwater Instruments began, what it believes about measuring and how it hires.',
  },
]
