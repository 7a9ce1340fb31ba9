// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Split
/// @notice How a price is divided. Every fee and refund in these contracts is computed by one of these functions, so that the properties in
/// smt/Split.sol, which the compiler proves for all inputs, hold for the contracts. Shares are in basis points and, unless a function says
/// otherwise, rounded down; the remainder goes to the party that gets the rest.
library Split {
    uint256 internal constant WHOLE = 10_000;

    /// @dev A share of any amount; reverts if the product overflows.
    function share(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return amount * bps / WHOLE;
    }

    /// @dev A share of an amount below 2^128, with `bps` below 2^64: nothing can overflow, so no gas is spent on checks.
    function shareOfPrice(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return amount * bps / WHOLE;
        }
    }

    /// @dev The same, rounded up.
    function shareOfPriceUp(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return (amount * bps + WHOLE - 1) / WHOLE;
        }
    }

    /// @dev The midpoint between two shares of a price below 2^128.
    function middle(uint256 price, uint256 bps, uint256 otherBps) internal pure returns (uint256) {
        return shareOfPrice(price, bps + otherBps) / 2;
    }

    /// @dev Divides a price below 2^128. The part that is not refunded goes to the seller, less the fee, which is a share of that part
    /// only.
    function rest(uint256 price, uint256 refund, uint256 feeBps) internal pure returns (uint256 toSeller, uint256 fee) {
        uint256 part = price - refund;
        fee = shareOfPrice(part, feeBps);
        toSeller = part - fee;
    }

    /// @dev The second of two fees that may not exceed `limit` together: `bps`, or what `firstBps` leaves of `limit` if that is less.
    /// `firstBps` must be within `limit`.
    function beside(uint256 firstBps, uint256 bps, uint256 limit) internal pure returns (uint256) {
        return atMost(bps, limit - firstBps);
    }

    /// @dev `named`, but at most `most`.
    function atMost(uint256 named, uint256 most) internal pure returns (uint256) {
        return named < most ? named : most;
    }
}
