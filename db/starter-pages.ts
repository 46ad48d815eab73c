/** The pages of an empty site. About stays a draft until someone has written it. */
export const starterPages = [
  {
    slug: 'home',
    is_published: true,
    title: 'Home',
    meta_description: 'Our open positions, and how to apply for them.',
    content:
      '<h2>Work with us</h2><p>Find a role below and apply with your resume and a short letter.</p>',
  },
  {
    slug: 'about',
    is_published: false,
    title: 'About',
    meta_description: 'Who we are and how we choose the people we work with.',
    content:
      '<h2>Who we are</h2><p>What does your company do, for whom, and since when?</p><h2>What it is like to work here</h2><p>Where do people work, with whom, and what do they value about it?</p><h2>How we hire</h2><ol><li>We read your resume and your letter.</li><li>What happens next, and with whom?</li><li>When do candidates hear from you?</li></ol>',
  },
]
