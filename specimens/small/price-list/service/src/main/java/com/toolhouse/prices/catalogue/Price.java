package com.toolhouse.prices.catalogue;

/**
 * What an article costs a customer.
 *
 * @param agreed whether the two sides agreed on it, or the list and the customer's discount made it
 */
public record Price(int article, String name, int cents, boolean agreed) {}
