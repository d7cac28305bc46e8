import type { Kind } from './workflows.ts'

/** The vocabulary for summaries in one kind of project. */
export interface Vocabulary {
  /** The parts of each component. */
  readonly things: Readonly<Record<string, readonly string[]>>
  readonly symptoms: readonly string[]
  readonly wishes: readonly string[]
  readonly chores: readonly string[]
  readonly labels: readonly string[]
}

/** The vocabulary for summaries and labels, by kind of project. */
export const vocabularies: Record<Kind, Vocabulary> = {
  web: {
    things: {
      Account: ['Sign-in page', 'Order history', 'Password reset', 'Wish list', 'Address book', 'Newsletter consent'],
      Catalogue: ['Product page', 'Size guide', 'Stock badge', 'Image gallery', 'Category page', 'Price tag'],
      Checkout: [
        'Basket',
        'Delivery address form',
        'Voucher field',
        'Order summary',
        'Guest checkout',
        'Delivery date picker',
      ],
      Content: ['Home page banner', 'Store finder', 'Help centre', 'Cookie notice', 'Footer', 'Rental calculator'],
      Payments: [
        'Card form',
        'Invoice payment',
        'Refund flow',
        'Gift card balance',
        'Payment confirmation',
        'Currency switch',
      ],
      Search: ['Search box', 'Filter panel', 'Result list', 'Search suggestions', 'Sort menu', 'Empty result page'],
    },
    symptoms: [
      'does not load in Safari',
      'is cut off on small screens',
      'loses its input after a reload',
      'shows German texts to Swiss French customers',
      'is read out twice by screen readers',
      'jumps when images load late',
      'answers with error 500 under load',
      'cannot be used with the keyboard',
      'shows a raw translation key',
      'is slow with more than 50 items',
      'ignores the back button',
      'flickers in dark mode',
      'breaks with very long names',
      'is missing after the last release',
    ],
    wishes: [
      'remembers the last choice',
      'has a layout for tablets',
      'speaks Polish and Czech',
      'shows progress while loading',
      'offers an undo',
      'explains errors in plain words',
      'can be shared by link',
      'follows the new brand colours',
      'works without cookies',
      'loads in under a second',
      'respects reduced motion',
      'can be switched off per country',
    ],
    chores: [
      'Add contract tests for the',
      'Remove the old code of the',
      'Write alerts for the',
      'Document the',
      'Clean up feature flags of the',
      'Load-test the',
      'Move to the new design system: ',
      'Measure the use of the',
    ],
    labels: [
      'accessibility',
      'performance',
      'seo',
      'tech-debt',
      'quick-win',
      'customer-request',
      'black-friday',
      'regression',
    ],
  },
  app: {
    things: {
      Maps: ['Trail map', 'Hut finder', 'Offline map download', 'Track recording', 'Elevation profile'],
      Membership: ['Member card', 'Points overview', 'Onboarding', 'Profile page', 'Consent screen'],
      Notifications: ['Push message', 'Delivery notice', 'Weather warning', 'Quiet hours setting', 'Badge counter'],
      Scanner: ['Barcode scanner', 'Gear check list', 'Receipt scan', 'Size scan'],
      Shopping: ['In-app basket', 'Product video', 'One-tap payment', 'Store pick-up', 'Return label'],
    },
    symptoms: [
      'crashes on Android 14',
      'freezes after a return from the background',
      'drains the battery',
      'is empty without a connection',
      'overlaps the keyboard on small phones',
      'asks for permissions twice',
      'shows the wrong time zone',
      'loses its state after an update',
      'is upside down on tablets',
      'does not respect the font size',
      'stays in English on Japanese phones',
    ],
    wishes: [
      'works offline',
      'has a widget',
      'supports dark mode',
      'syncs with the watch',
      'can be shared with friends',
      'opens from a link',
      'uses the new navigation',
      'is read out by TalkBack',
      'keeps the screen on',
      'shows the last five entries first',
    ],
    chores: [
      'Update the libraries of the',
      'Split the module of the',
      'Record UI tests for the',
      'Track crashes of the',
      'Shrink the images of the',
      'Prepare store screenshots of the',
      'Replace deprecated calls in the',
    ],
    labels: ['android', 'ios', 'crash', 'offline', 'tech-debt', 'store-review', 'beta-feedback'],
  },
  ops: {
    things: {
      Accounts: ['Single sign-on', 'Mailbox', 'Shared drive', 'Supplier portal', 'Phone line'],
      Integrations: ['Order import', 'Price feed', 'Carrier interface', 'Bank statement import', 'Stock export'],
      Network: ['Guest wireless', 'VPN', 'Firewall rule', 'DNS entry', 'Backup line'],
      Stores: ['Receipt printer', 'Till 2', 'Card terminal', 'Label printer', 'Click-and-collect tablet'],
      Warehouse: ['Hand scanner', 'Conveyor display', 'Packing station 4', 'Loading dock screen', 'Floor scale'],
    },
    symptoms: [
      'is offline',
      'asks for a password again and again',
      'prints blank pages',
      'is very slow since this morning',
      'shows yesterday as today',
      'rejects valid entries',
      'stopped during the night',
      'reports a certificate error',
      'cannot reach the server',
      'loses every tenth record',
    ],
    wishes: [],
    chores: [
      'Replace the',
      'Set up an additional',
      'Restore the settings of the',
      'Give two colleagues access to the',
      'Order spare parts for the',
      'Move to another room: ',
      'Renew the licence of the',
    ],
    labels: ['vip', 'hardware', 'vendor', 'recurring', 'after-hours', 'audit'],
  },
}

/** Towns with a Quillmark store or warehouse. */
export const locations = [
  'Bergen',
  'Porto',
  'Gdańsk',
  'Lyon',
  'Graz',
  'Leeds',
  'Utrecht',
  'Tampere',
  'Québec',
  'Cork',
  'Brno',
  'Malmö',
]
/** The parts of a task that become sub-tasks. */
export const parts = [
  'API',
  'User interface',
  'Tests',
  'Translations',
  'Usage tracking',
  'Documentation',
  'Design',
  'Clean-up',
]
/** Environments of bugs. */
export const environments = [
  'Chrome 121, Windows 11',
  'Safari 17.2, iPhone 14',
  'Firefox 122, Ubuntu 22.04',
  'Edge 120, Windows 10',
  'Pixel 7, Android 14',
  'Galaxy A52, Android 13',
  'iPad Air, iOS 17.4',
  'Staging, build 4417',
  'Production',
]
/** Details that make a summary more precise. */
export const details = [
  ' (guests only)',
  ' (again)',
  ' on slow connections',
  ' in the Nordic countries',
  ' for business customers',
  ', part 2',
  ' since the last update',
]

/** Sentences for descriptions: of a bug, of planned work, of a request to the service desk. */
export const sentences = {
  bug: [
    'Several customers reported this within a day.',
    'It worked in the release before.',
    'Steps: open it, wait a few seconds, then go back.',
    'A restart helps for a while.',
    'Not every device is affected.',
    'The log shows a timeout at the same time.',
    'A screenshot is attached.',
    'Expected: it keeps what was entered.',
    'Only seen with more than one entry.',
  ],
  plan: [
    'This came up in the customer interviews.',
    'See the notes of the last planning.',
    'It should behave the same on all devices.',
    'The texts come from the content team.',
    'Please agree on the wording with the stores first.',
    'Done when it is live and measured.',
    'A first version may leave out the rare cases.',
    'We promised this for the coming season.',
    'It replaces the workaround that we have today.',
  ],
  desk: [
    'Please call before you come.',
    'The store opens at nine.',
    'It is needed for the stocktaking.',
    'We can work around it until Friday.',
    'This is the second time this month.',
    'The serial number is on the label.',
    'My manager agreed.',
    'Nobody else is affected as far as we know.',
  ],
} as const
