import { joinLines } from './html.ts'

type Posting = {
  id: number
  title: string
  description: string
  requirements?: string
  location?: string
  salary_range?: string
  is_active?: boolean
  /** Days before the seed. */
  posted: number
}

const postings: Posting[] = [
  {
    id: 1,
    title: 'Calibration Technician',
    location: 'Port Ellery',
    salary_range: '€34,000 to €39,000',
    posted: 41.31,
    description: `
      <p>No instrument leaves this house before it has told the truth in our tank. You are the
      person who checks that it does.</p>
      <p>The tank is eighteen metres long and stands in the cellar. In it, over a morning, you take
      a batch of twelve probes through six temperatures and five salinities, compare each reading
      with the reference, and decide which ones pass. Those that don't go back upstairs with a note
      that says what you saw.</p>
      <h3>What you will do</h3>
      <ul>
        <li>Run calibrations of level, salinity, temperature and turbidity instruments, about forty
        a week.</li>
        <li>Sign the certificates. Your name is on them, and people build flood warnings on it.</li>
        <li>Look after the references, and take them to the national laboratory twice a year.</li>
        <li>Find out, together with the electronics workshop, why a batch drifts.</li>
      </ul>
      <p>There are two of you. Dervla has done this for fourteen years and will teach you all of it,
      including what the tank sounds like when the pump is about to fail.</p>`,
    requirements: `
      <ul>
        <li>Training as a laboratory or metrology technician, or in a trade where a tenth of a
        millimetre matters.</li>
        <li>Patience with things that have to be done the same way every time.</li>
        <li>Enough arithmetic to explain what an uncertainty is.</li>
        <li>You can lift 20 kg and don't mind a cellar at 12 °C.</li>
      </ul>`,
  },
  {
    id: 2,
    title: 'Field Service Engineer, Rivers',
    location: 'Port Ellery, and wherever the river is',
    salary_range: '€41,000 to €48,000, plus allowance for nights away',
    posted: 34.52,
    description: `
      <p>Some three hundred of our gauges stand between here and the border, on bridges, weirs and
      a few trees. You install new ones, visit the old ones, and drive out when one goes quiet.</p>
      <p>About half of your days are outside. The other half you write down what you found, order
      parts and help customers by telephone, who may be standing in the rain themselves and would
      like a short answer.</p>
      <h3>A typical fortnight</h3>
      <ul>
        <li>Two installations: brackets, cable, antenna, first readings, a photograph for the file.</li>
        <li>Eight or nine routine visits, planned by you.</li>
        <li>One surprise. Last month it was a heron that liked the radar beam.</li>
        <li>A morning with the developers, to tell them what their design is like at minus four.</li>
      </ul>
      <p>You work alone for most visits and in pairs for anything above or in moving water. That
      rule has no exceptions, and nobody will ever ask you for one.</p>`,
    requirements: `
      <ul>
        <li>An electrical or mechanical qualification and some years of using it outdoors.</li>
        <li>A driving licence. The van is ours.</li>
        <li>Work at height doesn't frighten you, or frightens you exactly enough.</li>
        <li>You can explain a fault to a person who is angry about it.</li>
      </ul>
      <p>Rope access or swift-water training would be good to have. If you don't, we pay for
      both.</p>`,
  },
  {
    id: 3,
    title: 'Book-keeper, 20 hours a week',
    location: 'Port Ellery',
    salary_range: '€19,500 to €22,000 for 20 hours',
    is_active: false,
    posted: 32.17,
    description: `
      <p>Nuala retires in the spring after twenty-two years, and leaves behind accounts in which
      every cent can be found. We would like that to stay so.</p>
      <p>You keep the ledgers, pay the suppliers, send the invoices and remind the people who forget
      to pay them, prepare the monthly wages for forty-one people and hand the auditor a tidy folder
      once a year. Sales go to 23 countries, so VAT is never dull.</p>
      <p>Which hours you work is up to you, as long as two mornings a week overlap with the rest of
      the office. There are two months of handing over.</p>`,
    requirements: `
      <p>A qualification in book-keeping, practice with payroll, and experience with exports or the
      wish to learn about them. We use an ordinary accounting package and don't plan to change
      it.</p>`,
  },
  {
    id: 4,
    title: 'Embedded Software Engineer',
    location: 'Port Ellery, or partly from home',
    salary_range: '€52,000 to €66,000',
    posted: 27.44,
    description: `
      <p>Our loggers sit in steel boxes for five to ten years. They wake up every few minutes,
      measure, think for a moment, store what they found and go back to sleep. Once an hour they
      try to send it home. The nearest person who could press a reset button is often a day's walk
      away. You write the software for these loggers, and for the instruments they talk to.</p>
      <h3>The situation</h3>
      <p>There are two generations in the field. The older one, about 2,600 devices, runs C on a
      16-bit microcontroller. It is finished, apart from the occasional correction, and those have
      to be made by somebody who reads forty lines of code twice before changing one. The newer one
      runs C on a Cortex-M33, with a small real-time kernel of our own that fits on eleven printed
      pages. It measures, stores and transmits. It doesn't yet update itself over a slow radio link
      without somebody holding their breath, and that would be your first large task.</p>
      <p>You would be the fourth person in the team. Ines designs the circuits, Fergal wrote most of
      what runs on them, and Bart keeps the test rack alive: a wall of thirty loggers that are
      switched off at random, all day long, to see what they forget. They are not supposed to forget
      anything.</p>
      <h3>What you will do</h3>
      <ul>
        <li>Build the remote update: in small pieces, resumable after days without a network, and
        with a way back if the new version doesn't start. It has to work when the battery dies in
        the middle of it, so the test rack will be your best friend for a while.</li>
        <li>Bring down the power that a measurement takes. At the moment a logger with a wave sensor
        lives for fourteen months on one battery. A visit by boat costs more than the logger, so
        every month counts.</li>
        <li>Write drivers for new sensors, together with the people who designed the sensors and sit
        ten metres away.</li>
        <li>Answer difficult questions from the field, about one a week, with the data, an
        oscilloscope and now and then a trip to the river.</li>
        <li>Read what the others write and have them read yours. Nothing is merged that only one
        person has understood.</li>
      </ul>
      <h3>How we work</h3>
      <p>We release twice a year, and in between only when something is wrong. Every release runs on
      the test rack for six weeks before a customer sees it. This is slower than you may be used to.
      On the other hand nobody here has been called on a Sunday since 2017, when lightning hit four
      stations in one valley, and even then the answer was that it could wait until Monday.</p>
      <p>There are no estimates in points, and there is no meeting that everybody has to attend every
      day. On Monday morning the team sits around the bench for half an hour and decides what the week
      is for. Design decisions are written down on one page before the work starts, in plain
      sentences, and kept. You can read why the file system looks the way it does, who was against it,
      and that he was right about one thing.</p>
      <p>Most of the hardware needs to be touched, so we would like you here two or three days a week.
      The rest is yours to arrange. In the first two months it helps to be here more often. If you
      move to Port Ellery for this, we pay for the move, and Anton's sister-in-law usually knows of a
      flat.</p>
      <h3>What is difficult about it</h3>
      <p>You can't attach a debugger to a box under a bridge three countries away. Faults show
      themselves once in two years and leave four bytes of evidence. Customers keep devices for longer
      than manufacturers keep making the parts, so there is always one more variant than you would
      like. And you will find code by people who left long ago, with comments such as <em>don't ask,
      just wait 3 ms</em>. We have asked since. It was the crystal.</p>
      <p>If you think that this sounds more like fun than like trouble, we would like to hear from
      you.</p>`,
    requirements: `
      <ul>
        <li>Several years of C on small microcontrollers, in a product that other people depended
        on.</li>
        <li>You read a schematic and a data sheet without being afraid of either, and know which of
        the two to doubt first.</li>
        <li>Practice with at least one of these: low-power design, radio links, file systems on
        flash, boot loaders.</li>
        <li>You write clear English. Much of what you know will have to be known by others in ten
        years.</li>
      </ul>
      <p>A degree is fine, and so is the lack of one. Rust is welcome as an opinion; the compiler for
      our older devices doesn't know it.</p>`,
  },
  {
    id: 5,
    title: 'Buyer, Electronic Components',
    location: 'Port Ellery',
    posted: 22.63,
    description: `
      <p>We need about 1,900 different parts, from pressure cells to one particular rubber ring. You
      find them, order them in time and notice before everybody else when one is about to be
      discontinued.</p>
      <p>You work with some seventy suppliers, most of whom we have known for a long time. The volumes
      are small, which means that being friendly and precise gets you further than being loud.</p>`,
    requirements: `
      <ul>
        <li>Experience in purchasing for electronics or mechanical engineering.</li>
        <li>You know what a second source is, and sleep better with one.</li>
        <li>English and one further language on the telephone.</li>
      </ul>`,
  },
  {
    id: 6,
    title: 'Workshop Assistant',
    posted: 17.28,
    description: `
      <p>Unpack, clean, label, pack, sweep, and learn how everything is built while you do it. Full
      time, from any Monday. Two of our engineers began this way.</p>`,
  },
  {
    id: 7,
    title: 'Data Platform Developer',
    location: 'Remote, within two hours of Irish time',
    salary_range: '€55,000 to €68,000',
    posted: 13.39,
    description: `
      <p>Eleven thousand stations send us a reading every few minutes, and their owners want to see
      them at once, download them in ten years' time, and be woken when the river rises. You look
      after the programs that do this.</p>
      <p>The platform is TypeScript and PostgreSQL, with a little Python where the hydrologists work.
      It runs on six rented servers which we know by name. Three people take care of it: two at home,
      one in the ice house. You would be the fourth, from wherever you live, with a trip to Port
      Ellery once every two months that we pay for.</p>
      <h3>What is on the table</h3>
      <ul>
        <li>Alarms: a missed one is unacceptable and a false one at three in the morning nearly so. We
        want to know, and show, why each was or wasn't sent.</li>
        <li>Corrections: when a probe turns out to have drifted, its owner corrects the last month.
        Everything derived from it has to follow, and the original has to stay.</li>
        <li>Export: two national archives are changing their formats at the same time. They have not
        talked to each other.</li>
      </ul>
      <p>One week in four you carry the telephone. It rang five times last year.</p>`,
    requirements: `
      <ul>
        <li>Some years with relational databases that were larger than memory.</li>
        <li>TypeScript, or enough of a neighbouring language to be quick about it.</li>
        <li>You have kept a service running that people trusted.</li>
        <li>Working remotely suits you: you write things down and ask early.</li>
      </ul>`,
  },
  {
    id: 8,
    title:
      'Technical Author and Translator for Installation Manuals, Calibration Certificates and Training Material in English, French and Spanish',
    location: 'Port Ellery, or from home',
    salary_range: '€38,000 to €44,000',
    posted: 9.57,
    description: `
      <p>Our manuals are read on a river bank, by somebody who holds a torch between their teeth. They
      have to be right, short, and in a language that the person knows.</p>
      <p>Until now the engineers wrote them in English and an agency translated them. The result is
      correct and nobody likes it. We want one person who builds the instrument with their own hands
      first, then describes it, and then says the same in French and Spanish.</p>
      <h3>What there is to write</h3>
      <ul>
        <li>Installation manuals for eleven products, of which three need to be written anew.</li>
        <li>The texts on calibration certificates, which courts have read before and may read
        again.</li>
        <li>Material for the two-day course that we hold for customers eight times a year.</li>
        <li>Error messages. There are 214. We believe that sixty would do.</li>
      </ul>
      <p>One of the two foreign languages should be your own or as good as that; for the other we can
      find somebody to read after you. Drawings are made by Pavel, who is glad to be told what is
      unclear.</p>`,
  },
  {
    id: 9,
    title: 'Summer Internship in Coastal Oceanography',
    location: 'Port Ellery, and aboard the Plover',
    salary_range: '€1,900 a month',
    posted: 5.35,
    description: `
      <p>For twelve weeks from June a student joins us for a question to which we don't know the
      answer. This year's: how much do our small wave buoys underestimate short, steep waves, and can
      it be corrected from what they already measure?</p>
      <p>You moor three buoys next to a reference in the mouth of the bay, go out to them with Colm in
      the Plover about once a week, and work through the data in between. At the end you tell the
      whole company about it in twenty minutes. If it holds up, we help you to publish it, with your
      name first.</p>
      <p>A room in the house of a colleague can be had for little money.</p>`,
    requirements: `
      <p>You study oceanography, physics, civil engineering or something near, and are at least in
      your third year. Python or R or anything like them. You can swim, and you know whether you get
      seasick.</p>`,
  },
  {
    id: 10,
    title: 'Sales Engineer, Ports and Harbours',
    location: 'Port Ellery, with about 60 days of travel a year',
    salary_range: '€48,000 to €58,000, no commission',
    posted: 2.48,
    description: `
      <p>Harbour masters don't buy from brochures. They want to know whether the thing will still be
      there after the winter, who comes when it isn't, and what the neighbouring harbour says about
      it.</p>
      <p>You visit them, walk along the quay, find out what they need to know about their water and
      draw up a system that tells them. Sometimes the honest answer is that one gauge is enough, or
      that they should ask somebody else; we would rather you gave it. There is no commission, so that
      you can.</p>
      <p>You write the offers yourself, with help from the engineers, and stay the person to call for
      the first year after delivery.</p>`,
    requirements: `
      <ul>
        <li>A technical training, and some years in which you advised customers.</li>
        <li>Knowledge of harbours, shipping or dredging from the inside.</li>
        <li>English, and one of Dutch, German, Portuguese or Spanish.</li>
      </ul>`,
  },
]

export const jobRows = (daysAgo: (days: number) => string) =>
  postings.map(({ posted, description, requirements, ...posting }) => ({
    ...posting,
    description: joinLines(description),
    requirements: requirements ? joinLines(requirements) : null,
    created_at: daysAgo(posted),
    first_active_at: daysAgo(posted),
    updated_at: daysAgo(posted),
  }))
