export const devices = {
  notifications: { title: 'Notifications' },
  topics: {
    title: 'Notify me about',
    meta: 'per device',
    none: 'No devices yet. Enable notifications on this device, then choose its topics here.',
    topic: 'Topic',
    on: '{{topic}} on {{device}}',
    here: '{{device}} (this one)',
    removeTitle: 'Remove {{device}}?',
    removeHelp: 'It gets no notifications until someone enables them on it again.',
    removeConfirm: 'Remove device',
    removed: 'Device removed',
    remove: 'Remove',
    removeOf: 'Remove {{device}}',
    test: 'Test',
    hold_expiring: {
      label: 'Seats about to expire',
      help: '2 minutes before held seats expire, and again 30 seconds before.',
    },
    hold_created: {
      label: 'Seats held',
      help: 'A task holds seats: they are in the cart, ready to be paid for.',
    },
    queue_turn: { label: 'Through the waiting room', help: 'A waiting room lets a task in.' },
    purchase_confirmed: { label: 'Tickets purchased', help: 'A purchase was recorded.' },
    task_failed: { label: 'Task failed', help: 'A task failed or lost its seats.' },
    job_finished: { label: 'Job finished', help: 'All tasks of a job have finished.' },
    on_sale: {
      label: 'On-sale soon',
      help: 'Tickets of an event go on sale. Choose how long before in the calendar.',
    },
    threshold: {
      label: 'Thresholds',
      help: 'A figure that you watch was reached: seats held, or nothing moved for a while.',
    },
    escalation: {
      label: 'No response',
      help: 'Seats unpaid, payments unchecked or tasks that don’t move, for a while.',
    },
    limit_warning: {
      label: 'Limit nearly reached',
      help: 'The realm is close to its limit of tasks or logins.',
    },
    request: { label: 'Requests', help: 'A realm asks for more, or a request of yours was answered.' },
    pause: { label: 'Paused', help: 'Your realm or everything was paused or resumed.' },
    security: {
      label: 'Security',
      help: 'Sign-ins, changes to your account, messages from administrators, and modules that were rolled back.',
    },
  },
};
