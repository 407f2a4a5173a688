package com.paperlane.shop.text;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;
import java.util.Locale;

/** Amounts and days as they are written where the reader is. */
public interface Formats {
    Currency EURO = Currency.getInstance("EUR");

    String price(long cents, Locale locale);

    String number(BigDecimal number, Locale locale);

    /** With the day of the week. */
    String day(LocalDate day, Locale locale);
}
