export const newConnection = {
  carrier: 'telnyx',
  credentials: { api_key: 'the API key of your account', public_key: 'cHVibGljIGtleSBvZiAzMiBieXRlcywgYXMgc2hvd24=' },
  external_owner_id: 'customer-81',
}

export const connection = { id: 4, carrier: 'telnyx', external_owner_id: 'customer-81', sms_ready: false, sms_missing: ['messaging_profile'] }
