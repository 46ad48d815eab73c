import type { Applicant } from './applicant.ts'

/** For loggers and the data platform. */
export const softwareApplicants: Applicant[] = [
  {
    job_id: 4,
    first_name: 'Олена',
    last_name: 'Ковальчук',
    email: 'olena.kovalchuk@example.com',
    phone: '+353 20 915 0119',
    status: 'shortlisted',
    applied: 24.53,
    reviewed: 19.06,
    notes: `<p>Fergal has read the boot loader that she published and wants to talk about it <em>today</em>. Three points from the call:</p><ol><li>has shipped remote updates to 40,000 meters and can say what went wrong each time</li><li>prefers three days here, two at home</li><li>salary expectation is inside our range</li></ol><p>Day on the test rack is agreed for the week after next. Bart prepares a logger that forgets something.</p>`,
    letter: `
      Dear team,

      I write firmware for water meters: small devices, one battery, fifteen years. In 2021 I designed
      the remote update for 40,000 of them, which are sitting in cellars where the radio works on a good
      day. Every one of them has been updated at least twice since. Eleven did not come back, and I know
      for each of the eleven what happened.

      Your advertisement is the first one I have read that says what is difficult. The part about the
      battery that dies in the middle of an update made me laugh, because I have a drawer full of those
      batteries. I believe that such an update must be designed from the way back, not from the way
      forward, and I would enjoy arguing about this with people who have a wall of loggers.

      My boot loader is public, including its mistakes. I have lived in Ireland since 2022 and can come
      to Port Ellery on any day.`,
    resume_name: 'Kovalchuk_Olena_CV.docx',
    resume: `
      Досвід / Experience
      2022 to now: senior firmware engineer, maker of heat meters, Galway
      2016 to 2022: firmware engineer, smart water meters, Lviv
      Remote update over LoRaWAN and NB-IoT for 40,000 devices; boot loader, flash file system

      Освіта / Education
      Lviv Polytechnic, computer engineering, diploma with honours, 2016

      Languages
      Ukrainian, English C1, Polish B2. C mostly, Python for tests, assembly when there is no other way.`,
  },
  {
    job_id: 4,
    first_name: 'Þórdís',
    last_name: 'Guðmundsdóttir',
    email: 'thordis@example.net',
    phone: '+354 055 0163',
    status: 'pending',
    applied: 8.31,
    letter: `
      Good day,

      I work at an institute that watches glaciers and volcanoes, where I build and program the stations
      that stand on them. There are 31, and I know all of them personally. Two have been buried under ash
      and went on measuring; one fell into a crevasse and sent its temperature for another nine days. I
      am still a little proud of that one.

      What I miss is colleagues who do the same. I am the only person here who writes firmware, nobody
      reads my code, and I have begun to believe that it is good, which is a bad sign. A team in which
      nothing is merged that only one person has understood is what I am looking for.

      My plan would be to move to Port Ellery for at least some years. I speak English daily, and I bring
      my own rain clothes.`,
    resume_name: 'Ferilskrá Þórdís Guðmundsdóttir.pdf',
    resume: `
      Work
      2015 to now: instrument engineer at an earth science institute, Reykjavík
      Hardware and firmware of 31 unattended stations; satellite and radio links; winter maintenance
      2013 to 2015: electronics engineer, maker of fish sorting machines, Ísafjörður

      Education
      MSc electrical engineering, University of Iceland, 2013

      Skills
      C, low-power design, Iridium and VHF telemetry, batteries below -20 °C, snowmobile
      Icelandic, English, Danish`,
  },
  {
    job_id: 4,
    first_name: 'Minh Châu',
    last_name: 'Nguyễn Thị',
    email: 'minhchau.nguyen@example.com',
    phone: null,
    status: 'pending',
    applied: 3.72,
    letter: `
      Dear Brackwater Instruments,

      I finished my doctorate in embedded systems in Delft this spring. The subject was how to keep a
      file system consistent on flash memory when the power may fail at every single instruction. I
      wrote a tool which simulates all of these moments, one after the other, and found faults in three
      well-known file systems, two of which have thanked me.

      When I read about your test rack that switches off thirty loggers at random, I thought that my tool
      and your wall should meet. Random is good, but it takes long to find the fault that happens once in
      two years. In simulation it takes an afternoon.

      I have less experience with products than you ask for: one year before the doctorate, at a maker of
      bicycle computers. I learn quickly and I write things down.`,
    resume_name: 'CV_NguyễnThịMinhChâu.docx',
    resume: `
      Education
      PhD embedded systems, TU Delft, this year: Power-Fail Consistency on Raw Flash
      MSc computer engineering, TU Delft, 2020; BSc Hanoi University of Science and Technology, 2018

      Work
      2020 to 2021: junior firmware developer, maker of bicycle computers, Eindhoven

      Publications
      Two conference papers, one of them with a prize; the tool is public and has users

      Languages
      Tiếng Việt, English, Nederlands (B1)`,
  },
  {
    job_id: 7,
    first_name: 'Tobias',
    last_name: 'Öztürk-Meyer',
    email: 't.oeztuerk-meyer@example.org',
    phone: '+49 30 23125 112',
    status: 'rejected',
    applied: 11.94,
    reviewed: 9.28,
    notes: `<p>Kind and obviously able, but wants to lead a team of ten within two years, and we don't have one. Told him so by telephone. He laughed and said that he had been afraid of that.</p>`,
    letter: `
      Dear Sir or Madam,

      as a lead developer in a company for parking systems I am responsible for a platform that receives
      messages from 70,000 sensors in the ground. The problems are related to yours: sensors are silent
      for hours and then say everything at once, clocks are wrong, and every customer has one report that
      nobody else needs.

      I have moved this platform from one large database to partitioned tables without an hour of
      downtime, and I have built an alarm service whose decisions can be traced afterwards. That you wish
      to show why an alarm was not sent convinced me to write to you, because most companies only show
      the others.

      In the medium term I look for the opportunity to build up and lead a larger team. I can start at
      the beginning of a quarter.`,
    resume_name: 'Lebenslauf_Öztürk-Meyer.pdf',
    resume: `
      Professional experience
      2018 to now: lead developer, parking systems, Berlin (team of four)
      TypeScript, PostgreSQL with partitions and logical replication, 9,000 messages a second
      2013 to 2018: software developer, municipal utilities, Leipzig

      Education
      Diplom-Informatiker (FH), HTWK Leipzig, 2013

      Languages
      German, Turkish, English (fluent)
      References are sent on request – please not to my present employer.`,
  },
  {
    job_id: 7,
    first_name: 'Priya',
    last_name: 'Raghunathan',
    email: 'priya.raghunathan@example.org',
    phone: '+91 44 0555 0135',
    status: 'shortlisted',
    applied: 10.41,
    reviewed: 6.83,
    notes: `<p>The strongest letter for this position so far, and the only one that asks how long a correction may take to arrive.</p><p><strong>Open question:</strong> working hours. Chennai is four and a half hours ahead of us in summer; she says that she has worked evenings for years and likes her mornings free. Pádraig to talk about it with the other two before we invite her.</p>`,
    letter: `
      Dear all,

      I have worked with time series since 2012: electricity first, then rainfall, for a state that
      has too much of it in November and none in May. Our users were engineers at dams. They did not
      care how the platform was built. They cared whether the number was right, whether it was there
      during the storm, and whether they could prove a year later what they had seen that night.

      So I kept every version of every reading, together with who had changed it and why, and let all
      derived values follow. It is not difficult to describe and took three years to get right. I would
      bring all the mistakes with me, already made.

      I have questions too. How long may a correction take until it reaches the alarms? And who decides
      when two corrections disagree? I live in Chennai, but I keep European hours and have done so since
      2019.`,
    resume_name: 'Priya_Raghunathan_Resume.docx',
    resume: `
      Experience
      2017 to now: principal engineer, rainfall and reservoir data platform, Chennai
      2,300 gauges, bitemporal storage in PostgreSQL, alarms for 38 dams
      2012 to 2017: developer, metering data for an electricity distributor, Bengaluru

      Education
      B.Tech. Computer Science, Anna University, 2012

      Languages
      தமிழ் (Tamil), English, Hindi; TypeScript, Python, SQL`,
  },
  {
    job_id: 7,
    first_name: 'فاطمة الزهراء',
    last_name: 'بنعلي',
    email: 'fz.benali@example.com',
    phone: '+212 5 0000 0148',
    status: 'pending',
    applied: 1.93,
    letter: `
      Bonjour and hello,

      I am a backend developer in Rabat, working from home for a French company which measures air
      quality. Five thousand small stations, cheap sensors, and a map in the newspaper every morning: if
      a number is wrong, two hundred thousand people read it before I do. I have learned to be careful,
      and to say clearly when a value is uncertain.

      I am looking for a place where the measurements are better and the data are kept for longer than
      the next newspaper. Rivers have interested me since the flood of 2010, when the only gauge on our
      river was a painted wall. It worked, as long as somebody stood there with a lamp.

      I would be on the same hour as you for almost the whole year. I can travel to Port Ellery every two
      months; for the visa I would need an invitation some weeks before.`,
    resume_name: 'CV فاطمة الزهراء بنعلي.docx',
    resume: `
      Expérience / Experience
      2020 to now: backend developer, air quality network, remote from Rabat
      TypeScript, PostgreSQL and TimescaleDB; quality flags; public API with 900 users
      2017 to 2020: developer, regional railway timetable, Casablanca

      Formation / Education
      INPT Rabat, engineer in computer science, 2017

      Langues / Languages
      العربية, français, English, a little Tamazight`,
  },
]
