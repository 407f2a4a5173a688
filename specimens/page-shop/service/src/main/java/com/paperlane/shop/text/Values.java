package com.paperlane.shop.text;

import java.util.Locale;

/** Values of attributes: makers send them as text, and some of them are numbers or days. */
public interface Values {
    /** The value as it is written where the reader is. */
    String shown(String value, Locale locale);
}
