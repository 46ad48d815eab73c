/** The pages of an empty site. They promise nothing in the company's name; About stays a draft until somebody has written it. */
export const starterPages = [
  {
    slug: 'home',
    is_published: true,
    title: 'Home',
    meta_description: 'Our open positions, and how to apply for them.',
    content:
      '<h2>Work with us</h2><p>Below are the positions that are open at the moment. Each one says what the work is and has a form to apply with: send us your resume and a letter that tells us why you are interested.</p>',
  },
  {
    slug: 'about',
    is_published: false,
    title: 'About',
    meta_description: 'Who we are and how we choose the people we work with.',
    content:
      '<h2>Who we are</h2><p>We have not written this page yet. Until we have, the best description of us is the work that we offer.</p><h2>How we hire</h2><ol><li>We read your resume and your letter.</li><li>If they match what we are looking for, we invite you to talk with the people you would work with.</li><li>Either way, we tell you what we decided.</li></ol>',
  },
]
