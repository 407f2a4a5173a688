package com.waybill.quotes.quote;

/** What a customer is shown: the carrier's price with the portal's share. */
public record Quote(String parcel, int cents, int days, String text) {
    private static final int SHARE_PERCENT = 6;

    static Quote of(CarrierQuote carrier) {
        int cents = carrier.cents() * (100 + SHARE_PERCENT) / 100;
        String text = "%d.%02d, with you in %d working days".formatted(cents / 100, cents % 100, carrier.days());
        return new Quote(carrier.parcel(), cents, carrier.days(), text);
    }
}
