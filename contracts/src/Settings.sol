// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Checkpoints} from "@openzeppelin/contracts/utils/structs/Checkpoints.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Admins} from "./Admins.sol";
import {NumberedSettlement} from "./Settlement.sol";
import {Split} from "./Split.sol";

/// @title Settings
/// @notice The owner's settings: fees, payable tokens, treasury; and the admins' pause. All of them apply to future orders only, except
/// that open orders pay their fixed fee to the current treasury. Fees are in basis points.
abstract contract Settings is Initializable, Admins, NumberedSettlement {
    using Checkpoints for Checkpoints.Trace208;

    /// @dev Read by every new order, together with the order counter, in one slot.
    struct Config {
        address treasury;
        uint16 feeBps;
        uint16 arbitrationFeeBps;
        bool paused;
        uint48 lastOrderId;
    }

    /// @dev Index 0 is the native coin. A token keeps the index from when it was first enabled, so that open orders can still pay out
    /// after it is disabled.
    struct PayableToken {
        bool enabled;
        uint8 index;
    }

    /// @dev `set` distinguishes a custom fee of 0 from none.
    struct CustomFee {
        bool set;
        uint16 bps;
    }

    /// @notice Platform and arbitration fee together never exceed this share of the seller's part.
    uint256 public constant MAX_FEE_BPS = 2000;
    uint256 private constant INITIAL_ARBITRATION_FEE_BPS = 500;

    Config internal _config;
    mapping(address token => PayableToken) internal _payable;
    mapping(address seller => CustomFee) internal _customFees;
    address[256] private _tokens;
    uint8 private _lastTokenIndex;
    /// @dev The arbitration fees, each with the first order id it applies to. So an order's arbitration fee is fixed when the order is made
    /// and takes no space in the order's slots.
    Checkpoints.Trace208 private _arbitrationFees;

    event TreasuryChanged(address indexed treasury);
    event DefaultFeeChanged(uint256 feeBps);
    event CustomFeeChanged(address indexed seller, bool set, uint256 feeBps);
    event ArbitrationFeeChanged(uint256 feeBps, uint256 firstOrderId);
    event PayableTokenChanged(address indexed token, bool enabled, uint256 index);
    event PausedChanged(bool paused);

    error TokenNotPayable(address token);
    error TokenWithoutCode(address token);
    error TooManyTokens(uint256 limit);
    error FeeTooHigh(uint256 feeBps, uint256 limit);
    error InvalidTreasury(address treasury);

    /// @dev Initialises within the deployment, so that no other account can.
    constructor(address owner, uint256 feeBps, address treasury) Admins(owner) {
        initialize(feeBps, treasury);
    }

    /// @notice Runs once, inside the constructor; later calls revert with InvalidInitialization.
    function initialize(uint256 feeBps, address treasury) public initializer {
        _setArbitrationFee(INITIAL_ARBITRATION_FEE_BPS);
        _setDefaultFee(feeBps);
        _setTreasury(treasury);
    }

    // ---- Reading

    function treasuryAddress() external view returns (address) {
        return _config.treasury;
    }

    /// @notice The fees of the next order of a seller without a custom fee, in basis points of the seller's part: the platform fee, and the
    /// arbitration fee if an arbitrator decides.
    function getDefaultFees() external view returns (uint256 feeBps, uint256 arbitrationFeeBps) {
        return (_config.feeBps, _config.arbitrationFeeBps);
    }

    /// @notice Whether `seller` has a custom fee, and the fee that applies to the seller's next order.
    function getCustomFees(address seller) external view returns (bool set, uint256 feeBps) {
        CustomFee storage custom = _customFees[seller];
        return custom.set ? (true, custom.bps) : (false, _config.feeBps);
    }

    function isPayableToken(address token) external view returns (bool) {
        return _payable[token].enabled;
    }

    /// @notice Whether new orders are paused. Everything else keeps working.
    function paused() external view returns (bool) {
        return _config.paused;
    }

    // ---- For the owner

    /// @notice Sets the platform fee of future orders, for sellers without a custom fee.
    function setDefaultFee(uint256 feeBps) external onlyOwner {
        _setDefaultFee(feeBps);
    }

    /// @notice Sets the platform fee of one seller's future orders; 0 is a custom fee of zero.
    function setCustomFee(address seller, uint256 feeBps) external onlyOwner {
        _checkFee(feeBps, MAX_FEE_BPS - _config.arbitrationFeeBps);
        // forge-lint: disable-next-line(unsafe-typecast) at most MAX_FEE_BPS
        _customFees[seller] = CustomFee(true, uint16(feeBps));
        emit CustomFeeChanged(seller, true, feeBps);
    }

    /// @notice Removes the seller's custom fee; future orders take the default fee.
    function removeCustomFee(address seller) external onlyOwner {
        delete _customFees[seller];
        emit CustomFeeChanged(seller, false, _config.feeBps);
    }

    /// @notice Sets the fee for an arbitrator's decision on future orders.
    function setArbitrationFee(uint256 feeBps) external onlyOwner {
        _setArbitrationFee(feeBps);
    }

    /// @notice Sets the receiver of fees, also for open orders.
    function setTreasury(address treasury) external onlyOwner {
        _setTreasury(treasury);
    }

    /// @notice Enables or disables new orders in `token`. Open orders in it are unaffected.
    function setPayableToken(address token, bool enable) external onlyOwner {
        PayableToken storage entry = _payable[token];
        if (enable && token != NATIVE && entry.index == 0) {
            if (token.code.length == 0) revert TokenWithoutCode(token);
            if (_lastTokenIndex == type(uint8).max) revert TooManyTokens(type(uint8).max);
            entry.index = ++_lastTokenIndex;
            _tokens[entry.index] = token;
        }
        entry.enabled = enable;
        emit PayableTokenChanged(token, enable, entry.index);
    }

    /// @notice Pays out `amount` of the native fees that could not be pushed to the treasury. Reverts if that is more than is held.
    function withdrawEth(address to, uint256 amount) external onlyOwner nonReentrant {
        _withdrawFees(NATIVE, to, amount);
    }

    /// @notice Pays out `amount` of the fees in this token that could not be pushed to the treasury. Reverts if that is more than is held.
    function withdrawToken(address token, address to, uint256 amount) external onlyOwner nonReentrant {
        if (token == NATIVE) revert TokenNotPayable(token);
        _withdrawFees(token, to, amount);
    }

    // ---- For admins and the owner

    /// @notice Pauses or resumes new orders; existing orders can always be ended.
    function setPaused(bool value) external onlyAdmin {
        _config.paused = value;
        emit PausedChanged(value);
    }

    // ---- Internal

    function _tokenAt(uint256 index) internal view returns (address) {
        return index == 0 ? NATIVE : _tokens[index];
    }

    /// @dev The arbitration fee that was fixed when the order was made.
    function _arbitrationFeeOf(uint256 orderId, uint256 feeBps) internal view returns (uint256) {
        // forge-lint: disable-next-line(unsafe-typecast) orders count up to 2^48 - 1
        return _capped(_arbitrationFees.upperLookup(uint48(orderId)), feeBps);
    }

    /// @dev The arbitration fee, lowered if necessary so that both fees together stay within MAX_FEE_BPS. A custom fee that was set while
    /// the arbitration fee was lower can make that necessary.
    function _capped(uint256 arbitrationFeeBps, uint256 feeBps) internal pure returns (uint256) {
        return Split.beside(feeBps, arbitrationFeeBps, MAX_FEE_BPS);
    }

    function _checkFee(uint256 feeBps, uint256 limit) private pure {
        if (feeBps > limit) revert FeeTooHigh(feeBps, limit);
    }

    function _setDefaultFee(uint256 feeBps) private {
        _checkFee(feeBps, MAX_FEE_BPS - _config.arbitrationFeeBps);
        // forge-lint: disable-next-line(unsafe-typecast) at most MAX_FEE_BPS
        _config.feeBps = uint16(feeBps);
        emit DefaultFeeChanged(feeBps);
    }

    function _setArbitrationFee(uint256 feeBps) private {
        _checkFee(feeBps, MAX_FEE_BPS - _config.feeBps);
        uint48 firstOrderId = _config.lastOrderId + 1;
        // forge-lint: disable-next-line(unsafe-typecast) at most MAX_FEE_BPS
        _config.arbitrationFeeBps = uint16(feeBps);
        // forge-lint: disable-next-line(unsafe-typecast) at most MAX_FEE_BPS
        _arbitrationFees.push(firstOrderId, uint208(feeBps));
        emit ArbitrationFeeChanged(feeBps, firstOrderId);
    }

    function _setTreasury(address treasury) private {
        if (treasury == address(0) || treasury == address(this)) revert InvalidTreasury(treasury);
        _config.treasury = treasury;
        emit TreasuryChanged(treasury);
    }
}
