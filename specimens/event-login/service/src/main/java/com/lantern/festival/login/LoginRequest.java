package com.lantern.festival.login;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;

/**
 * @param messagingToken by which messages reach the device, when the device knows it
 */
record LoginRequest(@NotBlank @Email String email, @NotBlank String password, String messagingToken) {}
