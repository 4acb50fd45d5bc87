/** Whether the operator keeps another plugin from running. */

/**
 * Whether the configuration forbids a plugin. The host runs the plugin of a slot unless it is forbidden, also one that a
 * list of allowed plugins leaves out.
 *
 * @param {Record<string, any> | undefined} config the gateway's configuration
 * @param {string} id the plugin's
 * @returns {boolean}
 */
export function isForbidden(config, id) {
  const { entries, deny } = config?.plugins ?? {};
  return entries?.[id]?.enabled === false || (Array.isArray(deny) && deny.includes(id));
}

/**
 * Whether a plugin without a slot does not run; one that the configuration says nothing of may.
 *
 * @param {Record<string, any> | undefined} config the gateway's configuration
 * @param {string} id the plugin's
 * @returns {boolean}
 */
export function isSwitchedOff(config, id) {
  const allow = config?.plugins?.allow;
  const isLeftOut = Array.isArray(allow) && allow.length > 0 && !allow.includes(id);
  return isForbidden(config, id) || isLeftOut;
}
