/** Whether the operator keeps another plugin from running. */

/**
 * Whether the configuration switches a plugin off; a plugin that it says nothing of may run.
 *
 * @param {Record<string, any> | undefined} config the gateway's configuration
 * @param {string} id the plugin's
 * @returns {boolean}
 */
export function isSwitchedOff(config, id) {
  const { entries, deny, allow } = config?.plugins ?? {};
  const isDenied = Array.isArray(deny) && deny.includes(id);
  const isLeftOut = Array.isArray(allow) && allow.length > 0 && !allow.includes(id);
  return entries?.[id]?.enabled === false || isDenied || isLeftOut;
}
