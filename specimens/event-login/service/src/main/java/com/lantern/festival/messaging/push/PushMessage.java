package com.lantern.festival.messaging.push;

/**
 * @param to the token of the device
 */
public record PushMessage(String to, String title, String text) {}
